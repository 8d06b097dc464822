import { element } from '../../../lib/element.ts';
import { messageOf } from '../../../lib/message-of.ts';
import { packRun, type Run } from '../../game/replay/run.ts';
import type { Notice } from '../panels/notice.ts';
import { type Playable, playableFromFile } from '../play/playable.ts';
import { onFile, saveFile } from './files.ts';
import { shareRun } from './share-run.ts';

export interface SharingOptions {
  /** The finished run with the title of its level, if there is one. */
  readonly finished: () => { readonly run: Run; readonly title: string } | undefined;
  /** Opens the level or run of a file. Throws an Error if it is invalid. */
  readonly open: (given: Playable) => void;
  readonly notice: Notice;
}

/** Connects the buttons that share a run as a link, save it as a file, and open a file with a run or a level. */
export function bindSharing({ finished, notice, open }: SharingOptions): void {
  const bind = (id: string, act: () => unknown): void =>
    element(id, HTMLButtonElement).addEventListener('click', () => void act());
  bind('share', async () => {
    const { run } = finished() ?? {};
    if (run !== undefined) notice.show(await shareRun(run));
  });
  bind('save', async () => {
    const { run, title } = finished() ?? {};
    if (run !== undefined) saveFile(title!, 'run', await packRun(run));
  });
  const field = element('file', HTMLInputElement);
  bind('open', () => field.click());
  onFile(field, (file) => void openFile(file));

  async function openFile(file: File): Promise<void> {
    try {
      open(await playableFromFile(file));
    } catch (error) {
      notice.show(`${file.name}: ${messageOf(error)}`);
    }
  }
}
