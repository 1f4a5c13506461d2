/** Batches rules make by themselves: prepared some days before the day of grant, and left for a person to approve. */
import type { Pool } from 'pg';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { isGrantDay, lastDayOf, periodOf } from '../rules/calendar.ts';
import { type Rule, spendOrderOf } from '../rules/rule.ts';
import type { GrantPurse } from '../units.ts';
import { type BatchChoice, readRules, ruleOf } from './batch-row.ts';
import { batchNo } from './create-batch.ts';

const everybody: BatchChoice = {
  typeIds: [],
  departmentIds: [],
  amountFen: null,
  fileKey: null,
  filename: null,
  sourceBatchId: null,
  leavers: false,
  compareBatchId: null,
};

/** Rules with a change planned. */
async function rulesToChange(pool: Pool): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ id: number }>(
    `select /* wall: of all organizations, as the daily job is */ row_id as id from row_version
     where table_name = 'subsidy_rule' and state = 'PLANNED'`,
  );
  return new Set(rows.map((row) => row.id));
}

/** The rule as it will stand on a day; undefined where it grants nothing then. */
async function ruleOn(
  pool: Pool,
  row: { id: number; organization_id: number },
  day: string,
): Promise<Rule | undefined> {
  const rules = await readRules(pool, row.organization_id, [row.id], Date.parse(`${day}T00:00:00+08:00`));
  const rule = rules.get(row.id);
  return rule?.status === 'NORMAL' ? rule : undefined;
}

/** Opens the batches that are due to be prepared today; answers them. Runs as often as it likes. */
export async function openDueBatches(
  services: Pick<Services, 'pool' | 'ids' | 'clock'>,
): Promise<{ organizationId: number; id: number }[]> {
  const now = services.clock.now();
  const today = businessDay(now);
  const at = isoAt(now);
  const { rows } = await services.pool.query<
    Parameters<typeof ruleOf>[0] & { organization_id: number; prepare_days: number; purse: GrantPurse }
  >(
    `select * from subsidy_rule where automatic and status = 'NORMAL' and basis = 'FIXED' order by organization_id, id`,
  );
  const changing = await rulesToChange(services.pool);
  const opened: { organizationId: number; id: number }[] = [];
  for (const row of rows) {
    for (let ahead = 0; ahead <= row.prepare_days; ahead += 1) {
      const day = addDays(today, ahead);
      const rule = changing.has(row.id) ? await ruleOn(services.pool, row, day) : ruleOf(row);
      if (!rule || !isGrantDay(rule, day)) continue;
      const id = await services.ids.next();
      const period = periodOf(rule.cycle, day);
      const { rowCount } = await services.pool.query(
        `insert into subsidy_batch (organization_id, id, batch_no, name, kind, mode, rule_id, period, grant_on, expires_on,
           spend_order, choice, purse, status, maker_id, maker_name, created_at, updated_at)
         values ($1, $2, $3, $4, 'GRANT', 'RULE', $5, $6, $7, $8, $9, $10, $12, 'DRAFT', null, '系统', $11, $11)
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
          row.purse,
        ],
      );
      if (rowCount === 1) opened.push({ organizationId: row.organization_id, id });
    }
  }
  return opened;
}
