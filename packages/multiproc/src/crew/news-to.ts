import type { SiteNews } from '../state/site.ts';
import type { DelegateNews } from '../worker/delegation.ts';
import type { Member } from './member.ts';

/** What tells a worker's part in what all threads share, and of its tasks. `flushSoon` sends it. */
export function newsTo(member: Member, flushSoon: () => void): SiteNews & DelegateNews {
  const tell =
    (name: keyof (SiteNews & DelegateNews)) =>
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
    ended: tell('ended'),
    link: (peer, port) => {
      member.tell('link', [peer, port], [port]);
      flushSoon();
    },
  };
}
