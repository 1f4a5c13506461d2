/** 备案: the day a unit stores so many faces that it has to file with the provincial office, until when, and what was filed. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization, type Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { filingDays, filingThreshold } from './face-states.ts';

/** The last of so many working days after `day`, `YYYY-MM-DD`: Mondays to Fridays but for what `lawfulDays` of a year says. Pure. */
export function workdaysAfter(day: string, count: number, lawfulDays: Services['lawfulDays']): string {
  const years = new Map<string, ReadonlyMap<string, string>>();
  const kindOf = (at: string) => {
    const year = at.slice(0, 4);
    const known = years.get(year) ?? new Map(lawfulDays(year).map((one) => [one.day, one.kind]));
    years.set(year, known);
    return known.get(at) ?? ([0, 6].includes(new Date(`${at}T00:00:00Z`).getUTCDay()) ? 'HOLIDAY' : 'WORKDAY');
  };
  let at = day;
  for (let left = count; left > 0; ) {
    at = addDays(at, 1);
    if (kindOf(at) === 'WORKDAY') left -= 1;
  }
  return at;
}

/** Once a night: writes down for each unit the first day on which it holds `threshold` faces; answers how many were new. */
export async function watchFilings(
  { pool, clock, ids, lawfulDays }: Pick<Services, 'pool' | 'clock' | 'ids' | 'lawfulDays'>,
  threshold = filingThreshold,
): Promise<number> {
  const today = dateAt(clock.now());
  const { rows } = await pool.query<{ organizationId: number; stored: number }>(
    `select /* wall: a job over every unit */ f.organization_id as "organizationId", count(*)::int as stored from face_info f
     where f.image_key is not null and not exists (select 1 from face_filing g where g.organization_id = f.organization_id)
     group by 1 having count(*) >= $1 order by 1`,
    [threshold],
  );
  for (const { organizationId, stored } of rows)
    await pool.query(
      `insert into face_filing (organization_id, id, reached_on, stored_count, due_on, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing`,
      [
        organizationId,
        await ids.next(),
        today,
        stored,
        workdaysAfter(today, filingDays, lawfulDays),
        isoAt(clock.now()),
      ],
    );
  return rows.length;
}

export interface Filing {
  dueOn: string;
  filingNo: string;
  filedOn: string | null;
}

/** The unit's; undefined while it never held so many. */
export async function filingOf(ctx: Ctx): Promise<Filing | undefined> {
  const { rows } = await sqlOf(ctx.db).query<Filing>(
    `select due_on as "dueOn", filing_no as "filingNo", filed_on as "filedOn" from face_filing where organization_id = $1`,
    [ownOrganization(ctx)],
  );
  return rows[0];
}

/** 登记备案: number, office and day, with the receipt; said again it is corrected, and the log keeps what stood before. */
export async function recordFiling(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const { id, filingNo: before } = rows[0] as unknown as { id: number; filingNo: string | null };
  const { filingNo, office, filedOn, file } = values as {
    filingNo: string;
    office: string;
    filedOn: string;
    file: string | null;
  };
  if (filedOn > dateAt(ctx.clock.now())) return refuseField('filedOn', '备案日期不能晚于今天');
  await ctx.db
    .updateTable('face_filing')
    .set((eb) => ({
      filing_no: filingNo.trim(),
      office: office.trim(),
      filed_on: filedOn,
      file,
      recorded_by: ctx.session.accountId,
      recorded_name: ctx.session.name,
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await ctx.audit({
    action: '登记人脸备案',
    targetId: id,
    targetName: filingNo.trim(),
    changes: [{ key: 'filingNo', label: '备案号', before, after: filingNo.trim() }],
  });
  return null;
}
