/** The few figures an organization sets for its people; a change is written over what was there and audited. */
import { sql } from 'kysely';
import { isoAt } from '../../kit/server/clock.ts';
import { type Ctx, type Db, ownOrganization } from '../../kit/server/context.ts';
import './tables.ts';

export interface PeopleSetting {
  weekendListRequired: boolean;
  boardersRegistered: boolean;
  /** °C from which a temperature is abnormal. */
  feverFrom: string;
}

export const defaultPeopleSetting: PeopleSetting = {
  weekendListRequired: false,
  boardersRegistered: true,
  feverFrom: '37.3',
};

/** What holds for the organization now. */
export async function peopleSettingOf(db: Db, organizationId: number): Promise<PeopleSetting> {
  const row = await db
    .selectFrom('people_setting')
    .select([
      'weekend_list_required as weekendListRequired',
      'boarders_registered as boardersRegistered',
      'fever_from as feverFrom',
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row ?? defaultPeopleSetting;
}

const labels: Record<keyof PeopleSetting, string> = {
  weekendListRequired: '周末及节假日仅登记人员可就餐',
  boardersRegistered: '住校人员视为已登记',
  feverFrom: '体温异常阈值',
};

/** Changes some of it; what is left out stays. */
export async function savePeopleSetting(ctx: Ctx, change: Partial<PeopleSetting>): Promise<void> {
  const organizationId = ownOrganization(ctx);
  const before = await peopleSettingOf(ctx.db, organizationId);
  const after = { ...before, ...change };
  await sql`insert into people_setting
      (organization_id, weekend_list_required, boarders_registered, fever_from, updated_at, updated_by)
    values (${organizationId}, ${after.weekendListRequired}, ${after.boardersRegistered}, ${after.feverFrom},
      ${isoAt(ctx.clock.now())}, ${ctx.session.accountId})
    on conflict (organization_id) do update set weekend_list_required = excluded.weekend_list_required,
      boarders_registered = excluded.boarders_registered, fever_from = excluded.fever_from,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(ctx.db);
  const keys = (Object.keys(labels) as (keyof PeopleSetting)[]).filter((key) => before[key] !== after[key]);
  await ctx.audit({
    action: '修改设置',
    changes: keys.map((key) => ({ key, label: labels[key], before: before[key], after: after[key] })),
  });
}
