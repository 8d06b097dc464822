import { start } from '../versions/adaptive.ts';
import { Editor } from './editor.ts';

await new Editor(start).open();
