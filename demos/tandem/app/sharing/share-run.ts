import type { Run } from '../../game/replay/run.ts';
import { runToAddress } from '../../game/replay/share.ts';
import { copyAddress } from './copy-address.ts';

/** Maximum length of a link in characters. A longer link could not be pasted everywhere. */
const maxAddressLength = 30_000;

/** Puts a run into the address, and a link to it on the clipboard. Resolves to a message for the user. */
export async function shareRun(run: Run): Promise<string> {
  const address = await runToAddress(run);
  if (address.length > maxAddressLength)
    return 'This run is too long for a link. You can save it as a file instead.';
  history.replaceState(null, '', address);
  return (await copyAddress())
    ? 'The link to your run is copied. You can paste it anywhere.'
    : 'The link to your run is in the address bar now. You can copy it from there.';
}
