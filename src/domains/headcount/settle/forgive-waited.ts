/** Writes off what could not be charged for seven days, where the rule says so: the miss stands, forgiven by nobody's hand. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { waitDays } from './book-charges.ts';
import { clockHand } from './meal-clock.ts';
import { cutOffsFrom, pastSettings } from './past-settings.ts';
import { type Waived, writeWaiver } from './waive.ts';

const reason = `余额不足满 ${waitDays} 天，按规则核销`;

export async function forgiveWaited(services: Services, organizationId: number): Promise<void> {
  const nowMs = services.clock.now();
  await services.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    const { rows } = await db.query<Waived & { ruleId: number }>(
      `select r.id, r.person_id as "personId", r.dining_date as "diningDate", r.meal_period_id as "mealPeriodId", r.rule_id as "ruleId"
       from meal_report r
       where r.organization_id = $1 and r.due and r.charge_wait <> '' and r.charged_fen = 0
         and r.waived_by is null and r.dining_date <= $2::date order by r.dining_date, r.id for update`,
      [organizationId, addDays(businessDay(nowMs), -waitDays)],
    );
    if (rows.length === 0) return;
    const settings = await pastSettings(db, organizationId, nowMs, cutOffsFrom(rows[0]!.diningDate));
    const over: Waived[] = [];
    for (const row of rows) {
      const rule = await settings.ruleOf(row.ruleId, row.mealPeriodId, row.diningDate);
      if (rule?.waitThen === 'WAIVE') over.push(row);
    }
    if (over.length > 0) await writeWaiver(db, services.ids, { organizationId, nowMs, by: clockHand }, over, reason);
  });
}
