export type { FileRecords } from './file/file-encoder.ts';
export { type FileThread, readRecording, type RecordingFile } from './file/read-recording.ts';
export { RecordingWriter, type RecordingWriterOptions, type Sink } from './file/recording-writer.ts';
export { type FileEntry, type SaveOptions, saveRecording } from './file/save-recording.ts';
export type { ByteSource } from './file/uncompressed.ts';
