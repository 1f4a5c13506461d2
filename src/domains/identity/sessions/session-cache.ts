/** Sessions seen within the last seconds, so that a page full of requests asks the database once. */
import type { Session } from '../../../kit/server/context.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { staleMs } from '../../../kit/server/stale.ts';

export type Signed = { session: Session; token?: string } | Refusal;

const mostEntries = 10_000;

export interface SessionCache {
  /** The known answer, or `load`'s; requests that come together share one load. */
  get(hash: string, now: number, load: () => Promise<Signed>): Promise<Signed>;
  /** Drops every session of an account, or all. */
  forget(accountId?: number): void;
}

export function createSessionCache(): SessionCache {
  let known = new Map<string, { until: number; accountId: number | undefined; answer: Promise<Signed> }>();
  return {
    get(hash, now, load) {
      const found = known.get(hash);
      if (found && found.until > now) return found.answer;
      if (known.size >= mostEntries) known = new Map();
      const answer = load();
      const entry: { until: number; accountId: number | undefined; answer: Promise<Signed> } = {
        until: now + staleMs,
        accountId: undefined,
        answer,
      };
      known.set(hash, entry);
      const drop = () => {
        if (known.get(hash) === entry) known.delete(hash);
      };
      answer.then((signed) => {
        if ('session' in signed) entry.accountId = signed.session.accountId;
        else drop();
      }, drop);
      return answer;
    },
    forget(accountId) {
      if (accountId === undefined) known.clear();
      // An entry still loading has no account yet: it may have read what is being changed.
      for (const [hash, entry] of known)
        if (entry.accountId === undefined || entry.accountId === accountId) known.delete(hash);
    },
  };
}
