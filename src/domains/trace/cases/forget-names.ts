/** Two years after a case was closed its people are numbers: nobody is known by an illness for longer. Packs stay sealed as given out. */
import { writeAudit } from '../../../kit/server/audit/write.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import '../tables.ts';

export const namedYears = 2;

/** Of all units; answers how many cases. */
export async function forgetNames({ pool, clock, ids }: Pick<Services, 'pool' | 'clock' | 'ids'>): Promise<number> {
  const at = isoAt(clock.now());
  const { rows } = await pool.query<{ unit: number; id: number; caseNo: string }>(
    `with old as (
       update /* wall: by age alone, whoever's */ trace_case c set nameless_at = $1, updated_at = $1, version = c.version + 1
       where c.status = 'CLOSED' and c.nameless_at is null and c.checked_at < $1::timestamptz - make_interval(years => $2)
       returning c.organization_id, c.id, c.case_no
     ), numbered as (
       select p.organization_id, p.id, case when p.sick then '患者 ' else '对照 ' end
         || row_number() over (partition by p.organization_id, p.case_id, p.sick order by p.id) as name
       from trace_person p join old o on o.organization_id = p.organization_id and o.id = p.case_id
     ), hidden as (
       update trace_person p set person_id = null, job_number = '', name = n.name from numbered n
       where p.organization_id = n.organization_id and p.id = n.id
     )
     select organization_id as unit, id, case_no as "caseNo" from old`,
    [at, namedYears],
  );
  for (const { unit, id, caseNo } of rows)
    await writeAudit(
      pool,
      await ids.next(),
      at,
      {
        accountId: null,
        actor: '系统',
        unitType: 'ORGANIZATION',
        unitId: unit,
        ip: null,
        page: '/admin/organization/food_trace',
      },
      { action: '隐去溯源姓名', targetId: id, targetName: caseNo },
    );
  return rows.length;
}
