/**
 * Money a channel took for no order of ours: it lies with the platform as 待查款 until it goes back to who paid it, finds its
 * order, or after a year becomes income. Each in the transaction of what it is about.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import type { Line, UnitPurse } from '../ledger/lines.ts';
import { type Parts, post } from '../ledger/post.ts';
import type { UnitPostingKind } from '../ledger/purses.ts';
import { channelAccount } from '../online/post-online.ts';

export interface Orphan {
  /** Of what is abnormal: the document the postings name. */
  id: number;
  no: string;
  channel: string;
  merchantNo: string;
  amountFen: number;
  operatorId?: number;
}

const platform = (purse: UnitPurse['purse']): UnitPurse => ({ unitType: 'PLATFORM', unitId: platformUnitId, purse });

const posting = (
  parts: Parts,
  tx: Sql,
  kind: UnitPostingKind,
  orphan: Orphan,
  key: string,
  lines: readonly Line[],
): Promise<number | Refusal> =>
  post(parts, tx, {
    requestKey: `${kind}:${orphan.id}:${key}`,
    kind,
    lines,
    document: { type: 'ABNORMAL', id: orphan.id },
    operatorId: orphan.operatorId ?? 0,
    reason: orphan.no,
  });

const outside = ({ channel, merchantNo }: Orphan) => ({ account: channelAccount(channel, merchantNo) });

/** The money is there and nobody's; `key` tells one time of parking from the next. */
export const parkOrphan = (parts: Parts, tx: Sql, orphan: Orphan, key: string) =>
  posting(parts, tx, 'ORPHAN', orphan, key, [
    { ...outside(orphan), amountFen: -orphan.amountFen },
    { ...platform('SUSPENSE'), amountFen: orphan.amountFen },
  ]);

/** It went back the way it came, or its order has appeared and counts it now. */
export const releaseOrphan = (parts: Parts, tx: Sql, orphan: Orphan, key: string) =>
  posting(parts, tx, 'ORPHAN_BACK', orphan, key, [
    { ...platform('SUSPENSE'), amountFen: -orphan.amountFen },
    { ...outside(orphan), amountFen: orphan.amountFen },
  ]);

export const orphanToIncome = (parts: Parts, tx: Sql, orphan: Orphan) =>
  posting(parts, tx, 'ORPHAN_INCOME', orphan, 'INCOME', [
    { ...platform('SUSPENSE'), amountFen: -orphan.amountFen },
    { ...platform('AVAILABLE'), amountFen: orphan.amountFen },
  ]);
