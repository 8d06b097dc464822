import type { SiteNews } from '../state/site.ts';
import type { Member } from './member.ts';

/** What tells a worker's part in what all threads share. `flushSoon` sends it. */
export function newsTo(member: Member, flushSoon: () => void): SiteNews {
  const tell =
    (name: keyof SiteNews) =>
    (...args: readonly unknown[]): void => {
      member.tell(name, args);
      flushSoon();
    };
  return {
    welcome: tell('welcome'),
    ids: tell('ids'),
    unlink: tell('unlink'),
    subscribers: tell('subscribers'),
    joined: tell('joined'),
    left: tell('left'),
    link: (peer, port) => {
      member.tell('link', [peer, port], [port]);
      flushSoon();
    },
  };
}
