/** Batches rules make by themselves: prepared some days before the day of grant, and left for a person to approve. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isGrantDay, lastDayOf, periodOf } from '../rules/calendar.ts';
import { spendOrderOf } from '../rules/rule.ts';
import { type BatchChoice, ruleOf } from './batch-row.ts';
import { batchNo } from './create-batch.ts';

const everybody: BatchChoice = {
  typeIds: [],
  departmentIds: [],
  amountFen: null,
  fileKey: null,
  filename: null,
  mapping: null,
  sourceBatchId: null,
  leavers: false,
  compareBatchId: null,
};

/** Opens the batches that are due to be prepared today; answers them. Runs as often as it likes. */
export async function openDueBatches(
  services: Pick<Services, 'pool' | 'ids' | 'clock'>,
): Promise<{ organizationId: number; id: number }[]> {
  const now = services.clock.now();
  const today = dateAt(now);
  const at = isoAt(now);
  const { rows } = await services.pool.query<
    Parameters<typeof ruleOf>[0] & { organization_id: number; prepare_days: number }
  >(
    `select * from subsidy_rule where automatic and status = 'NORMAL' and basis = 'FIXED' order by organization_id, id`,
  );
  const opened: { organizationId: number; id: number }[] = [];
  for (const row of rows) {
    const rule = ruleOf(row);
    for (let ahead = 0; ahead <= row.prepare_days; ahead += 1) {
      const day = addDays(today, ahead);
      if (!isGrantDay(rule, day)) continue;
      const id = await services.ids.next();
      const period = periodOf(rule.cycle, day);
      const { rowCount } = await services.pool.query(
        `insert into subsidy_batch (organization_id, id, batch_no, name, kind, mode, rule_id, period, grant_on, expires_on,
           spend_order, choice, status, creator_id, creator_name, created_at, updated_at)
         values ($1, $2, $3, $4, 'GRANT', 'RULE', $5, $6, $7, $8, $9, $10, 'DRAFT', null, '系统', $11, $11)
         on conflict do nothing`,
        [
          row.organization_id,
          id,
          batchNo(at, id),
          `${period} ${rule.name}`,
          rule.id,
          period,
          day,
          lastDayOf(rule, day),
          spendOrderOf(rule.debitOrder),
          JSON.stringify(everybody),
          at,
        ],
      );
      if (rowCount === 1) opened.push({ organizationId: row.organization_id, id });
    }
  }
  return opened;
}
