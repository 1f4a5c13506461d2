/** What stored people and cards stand in the way of new ones: numbers that already belong to somebody. */

import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Acting } from '../acting.ts';
import { findEarlyReuse } from '../cards/card-reuse.ts';
import { cardFlow } from '../cards/card-states.ts';
import { departmentsSeen, inSight, outOfSight } from '../in-sight.ts';
import type { Numbers } from './person-numbers.ts';

interface Taken {
  what: 'jobNumber' | 'idNo' | 'cardNo' | 'physicalNo' | 'void';
  value: string;
  personId: number | null;
  name: string | null;
  department: string | null;
  status: string;
}

const takenSql = `
  with held as (
    select 'jobNumber' as what, p.job_number as value, p.id as person_id, p.status
      from person p where p.organization_id = $1 and p.job_number = any($2::text[]) and p.status <> 'CLOSED'
    union all
    select 'idNo', p.id_no, p.id, p.status
      from person p where p.organization_id = $1 and p.id_no = any($3::text[]) and p.status <> 'CLOSED'
    union all
    select 'cardNo', c.card_no, c.person_id, c.status
      from card c where c.organization_id = $1 and c.card_no = any($4::text[]) and c.status in ('NORMAL', 'LOST', 'FROZEN')
    union all
    select 'physicalNo', c.physical_no, c.person_id, c.status
      from card c where c.organization_id = $1 and c.physical_no = any($5::text[]) and c.status in ('NORMAL', 'LOST', 'FROZEN')
    union all
    select 'void', j.job_number, null, j.status
      from job_number j where j.organization_id = $1 and j.job_number = any($2::text[]) and j.status = 'VOID'
  )
  select h.what, h.value, h.person_id as "personId", p.name, d.name as department, h.status
    from held h
    left join person p on p.organization_id = $1 and p.id = h.person_id and ${inSight('p.department_id', '$6')}
    left join department d on d.organization_id = $1 and d.id = p.department_id`;

const someone = (t: Taken) =>
  `${t.name ?? (t.personId === null ? '' : outOfSight)}${t.department ? `（${t.department}）` : ''}`;

function message(taken: Taken): readonly [string, string] {
  switch (taken.what) {
    case 'void':
      return ['jobNumber', `「${taken.value}」已作废`];
    case 'jobNumber':
      return ['jobNumber', `「${taken.value}」已属于 ${someone(taken)}`];
    case 'idNo':
      return ['idNo', `已属于 ${someone(taken)}`];
    case 'cardNo':
      return ['cardNo', `「${taken.value}」正由 ${someone(taken)} 使用（${cardFlow.labelOf(taken.status)}）`];
    case 'physicalNo':
      return ['physicalNo', `「${taken.value}」正由 ${someone(taken)} 使用（${cardFlow.labelOf(taken.status)}）`];
  }
}

const given = (rows: readonly Numbers[], key: 'jobNumber' | 'idNo' | 'cardNo' | 'physicalNo') => [
  ...new Set(rows.flatMap((row) => row[key] || [])),
];

/**
 * Per index of `rows`: `{field: message}` naming who holds the number, unless he is of a department the session does not see; without
 * the field's label. Others are absent.
 */
export async function findClashes(
  executor: Sql,
  { organizationId, sees }: Pick<Acting, 'organizationId' | 'sees'>,
  rows: readonly Numbers[],
): Promise<Map<number, Record<string, string>>> {
  const { rows: taken } = await executor.query<Taken>(takenSql, [
    organizationId,
    given(rows, 'jobNumber'),
    given(rows, 'idNo'),
    given(rows, 'cardNo'),
    given(rows, 'physicalNo'),
    departmentsSeen(sees),
  ]);
  const byNumber = new Map(taken.map((t) => [`${t.what}\n${t.value}`, t]));
  const early = await findEarlyReuse(executor, { organizationId, sees }, rows);
  const clashes = new Map<number, Record<string, string>>();
  for (const [index, row] of rows.entries()) {
    const errors: Record<string, string> = { ...early.get(index) };
    for (const what of ['void', 'jobNumber', 'idNo', 'cardNo', 'physicalNo'] as const) {
      const value = row[what === 'void' ? 'jobNumber' : what];
      const found = value ? byNumber.get(`${what}\n${value}`) : undefined;
      if (!found || (found.personId !== null && found.personId === row.personId)) continue;
      const [field, text] = message(found);
      errors[field] = text;
    }
    if (Object.keys(errors).length > 0) clashes.set(index, errors);
  }
  return clashes;
}
