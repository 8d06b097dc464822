import { start } from '../../tandem/versions/adaptive.ts';
import { Editor } from './editor.ts';

const editor = new Editor(start);
Object.assign(globalThis, { editor }); // for the console and tests
await editor.open();
