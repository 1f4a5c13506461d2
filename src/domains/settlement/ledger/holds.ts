/** Money of a unit that is set aside and given free again: withdrawals under way, risks. */

import type { UnitType } from '../../../kit/define/page.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { type Parts, post, type UnitPosting } from './post.ts';

export interface Hold {
  unitType: UnitType;
  unitId: number;
  amountFen: number;
  /** For what; the same document holds once and is released once. */
  document: { type: string; id: number };
  operatorId: number;
  reason: string;
}

function asked(
  kind: 'HOLD' | 'RELEASE_HOLD',
  { unitType, unitId, amountFen, document, operatorId, reason }: Hold,
): UnitPosting {
  const sign = kind === 'HOLD' ? 1 : -1;
  return {
    requestKey: `${kind}:${document.type}:${document.id}`,
    kind,
    document,
    operatorId,
    reason,
    ...(unitType === 'ORGANIZATION' ? { organizationId: unitId } : {}),
    ...(unitType === 'CONTRACTOR' ? { contractorId: unitId } : {}),
    lines: [
      { unitType, unitId, purse: 'AVAILABLE', amountFen: -sign * amountFen },
      { unitType, unitId, purse: 'FROZEN', amountFen: sign * amountFen },
    ],
  };
}

/** 可提现 → 冻结; UNIT_BALANCE_LOW where there is not as much. */
export const hold = (parts: Parts, tx: Sql, what: Hold): Promise<number | Refusal> =>
  post(parts, tx, asked('HOLD', what));

/** 冻结 → 可提现, whole. */
export const release = (parts: Parts, tx: Sql, what: Hold): Promise<number | Refusal> =>
  post(parts, tx, asked('RELEASE_HOLD', what));
