/** What a clearing would take now: lots, money, and how much of it would be carried over, by rule. */
import type { Services } from '../../../kit/server/context.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { readRules } from '../batch/batch-row.ts';
import { carryShares } from '../rules/carry.ts';
import type { GrantPurse } from '../units.ts';
import { dueLots } from './open-run.ts';

/** Of one rule; null: granted without one. */
export interface DueGroup {
  ruleId: number | null;
  ruleName: string;
  lots: number;
  people: number;
  beforeFen: number;
  clearedFen: number;
  carriedFen: number;
}

/** Groups by rule; of one batch when it is named. The rule's cap is applied person by person, as the run will do it. */
export async function dueNow(
  services: Pick<Services, 'pool' | 'clock'>,
  organizationId: number,
  batchId: number | null,
  purse: GrantPurse,
): Promise<DueGroup[]> {
  const { rows } = await services.pool.query<{ ruleId: number; lots: number; fen: number }>(
    `select /* wall: dueLots names the organization */ w.rule_id as "ruleId", count(*)::int as lots, sum(w.balance_fen - w.held_fen)::bigint as fen
       from wallet w where ${dueLots} group by w.rule_id, w.person_id`,
    [organizationId, businessDay(services.clock.now()), batchId, purse],
  );
  const rules = await readRules(
    services.pool,
    organizationId,
    [...new Set(rows.map((row) => row.ruleId))],
    services.clock.now(),
  );
  const groups = new Map<number, DueGroup>();
  for (const { ruleId, lots, fen } of rows) {
    const rule = rules.get(ruleId);
    const group = groups.get(ruleId) ?? {
      ruleId: rule ? ruleId : null,
      ruleName: rule?.name ?? '未按规则',
      lots: 0,
      people: 0,
      beforeFen: 0,
      clearedFen: 0,
      carriedFen: 0,
    };
    const [share] = carryShares(batchId === null ? rule : undefined, [fen]);
    group.lots += lots;
    group.people += 1;
    group.beforeFen += fen;
    group.clearedFen += share?.clearedFen ?? fen;
    group.carriedFen += share?.carriedFen ?? 0;
    groups.set(ruleId, group);
  }
  return [...groups.values()];
}

/** Organizations with lots past their last day, and of which purse. */
export async function organizationsDue(
  services: Pick<Services, 'pool'>,
  asOf: string,
): Promise<{ organizationId: number; purse: GrantPurse }[]> {
  const { rows } = await services.pool.query<{ organizationId: number; purse: GrantPurse }>(
    `select distinct organization_id as "organizationId", kind as purse from wallet
      where kind in ('SUBSIDY', 'COUNT') and status <> 'CLOSED' and expires_on < $1::date and balance_fen - held_fen > 0`,
    [asOf],
  );
  return rows;
}
