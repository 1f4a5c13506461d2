/** The lines of a COUNT batch as grants of meals, each with its document in the posting's transaction. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Companion, MoneyRequest } from '../../wallet/public.server.ts';
import { countRecharge } from '../counter/kinds.ts';
import type { FundingBatchRow } from '../tables.ts';

export interface MealLine {
  id: number;
  personId: number;
  /** Meals. */
  amountFen: number;
  attempt: number;
}

function documentOf(batch: FundingBatchRow, line: MealLine, id: number, at: string): Companion {
  const no = `${countRecharge.prefix}${at.slice(0, 10).replaceAll('-', '')}${id}`;
  return async (tx, posted) => {
    await tx.query(
      `with done as (
         update funding_batch_line set document_no = $4 where organization_id = $1 and id = $5)
       insert into count_recharge (organization_id, id, recharge_no, person_id, meals, batch_id, operator_id, operator_name,
         posting_id, meals_after, business_date, at, status, remark)
       values ($1, $2, $4, $6, $7, $3, $8, $9, $11, $12, $13, $10, 'OK', $14)`,
      [
        batch.organization_id,
        id,
        batch.id,
        no,
        line.id,
        line.personId,
        line.amountFen,
        batch.checker_id ?? batch.maker_id,
        batch.checker_name || batch.maker_name,
        at,
        posted.postingId,
        posted.balances.COUNT ?? 0,
        posted.businessDate,
        batch.reason || batch.name,
      ],
    );
    return undefined;
  };
}

/** What the money door is asked for, one request per line under a key of its own. */
export async function mealRequests(
  { ids, clock }: Pick<Services, 'ids' | 'clock'>,
  batch: FundingBatchRow,
  lines: readonly MealLine[],
): Promise<MoneyRequest[]> {
  const documentIds = await ids.take(lines.length);
  const now = clock.now();
  return lines.map((line, i) => ({
    kind: 'SUBSIDY_GRANT',
    purse: 'COUNT',
    organizationId: batch.organization_id,
    requestKey: `cb:${batch.id}:${line.personId}:${line.attempt}`,
    personId: line.personId,
    occurredAt: now,
    amountFen: line.amountFen,
    operatorId: batch.checker_id ?? batch.maker_id,
    reason: batch.name,
    sourceType: 'funding_batch',
    sourceId: batch.id,
    companion: documentOf(batch, line, documentIds[i]!, isoAt(now)),
  }));
}
