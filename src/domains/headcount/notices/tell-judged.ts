/** Tells people what a judgement changed for them: a miss that is noted, a charge that falls. In the transaction that judges. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import type { NoticeKind } from './notice-words.ts';
import { writeNotices } from './write-notices.ts';

export interface Judged {
  personId: number;
  diningDate: string;
  mealPeriodId: number;
  mealName: string;
  /** What was known of it before, and is now. */
  before: { fate: string; chargeFen: number; final: boolean };
  fate: string;
  chargeFen: number;
  final: boolean;
  reason: string;
}

/** What a rule makes of a miss that is told; one it does nothing about is not. */
const missed = ['WARNED', 'EXEMPT', 'CHARGE'];

function toldOf({ before, fate, chargeFen, final, reason, diningDate, mealName }: Judged) {
  const named = `${diningDate.slice(5)} ${mealName}`;
  if (before.final && before.chargeFen > chargeFen)
    return {
      kind: 'FORGIVEN' as const,
      content: `${named}的未就餐扣费由 ${formatFenGrouped(before.chargeFen)} 元改为 ${formatFenGrouped(chargeFen)} 元：${reason}`,
    };
  if (final && missed.includes(fate) && !(before.final && before.fate === fate))
    return { kind: 'WARNED' as const, content: `${named}报餐未就餐：${reason}` };
  return undefined;
}

export async function tellJudged(
  db: Sql,
  ids: Ids,
  organizationId: number,
  judged: readonly Judged[],
  nowMs: number,
): Promise<void> {
  const told = judged.flatMap((one) => {
    const word = toldOf(one);
    return word ? [{ ...one, ...word }] : [];
  });
  const meals = Map.groupBy(told, (one) => `${one.kind}/${one.diningDate}/${one.mealPeriodId}`);
  for (const of of meals.values()) {
    const { diningDate, mealPeriodId, kind } = of[0]!;
    const what = {
      organizationId,
      kind: kind satisfies NoticeKind,
      stage: '' as const,
      diningDate,
      mealPeriodId,
      restaurantId: 0,
    };
    await writeNotices(db, ids, what, of, nowMs, true);
  }
}
