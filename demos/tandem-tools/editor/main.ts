import { start } from '../../tandem/versions/adaptive.ts';
import { Editor } from './editor.ts';

await new Editor(start).open();
