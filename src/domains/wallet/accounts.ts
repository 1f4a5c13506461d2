/** The outside accounts of the ledger and which of them stands against a purse. */
import type { Channel, PostingKind, PurseKind } from './types.ts';

/** `channel:wechat`; cash at the counter has a drawer of its own. */
export function channelAccount(channel: Channel): string {
  return channel === 'CASH' ? 'cash_drawer' : `channel:${channel.toLowerCase()}`;
}

/** Where granted money comes from and goes back to; meals have a pool of their own, so that fen and meals never mix. */
export function poolAccount(kind: PurseKind): string {
  if (kind === 'COUNT') return 'count_pool';
  return kind === 'GIFT' ? 'gift_pool' : 'subsidy_pool';
}

/**
 * The account against a purse line of a posting, needed to undo it: meals and gift money have their own, everything
 * else stands against the account stored with the posting.
 */
export function counterAccountOf(kind: PostingKind, purse: PurseKind | null, stored: string): string {
  if (purse === 'COUNT') {
    if (kind === 'CONSUME' || kind === 'SUPPLEMENT') return 'count_used';
    return kind === 'ADJUST' ? 'count_adjustment' : 'count_pool';
  }
  if (purse === 'GIFT' && kind === 'RECHARGE') return 'gift_pool';
  return stored;
}
