/**
 * A card number that somebody else carried before: it waits until every terminal has acknowledged that the former card
 * is out of use and has uploaded its records, because a terminal that has not would charge the wrong person.
 */

import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Acting } from '../acting.ts';
import { departmentsSeen, inSight, outOfSight } from '../in-sight.ts';
import type { Numbers } from '../persons/person-numbers.ts';
import { cardFlow } from './card-states.ts';
import { deviceNames, type ListHolder, listHolders, unsynced } from './unsynced-devices.ts';

interface Former {
  what: 'cardNo' | 'physicalNo';
  value: string;
  personId: number;
  name: string;
  status: string;
  version: number;
}

const formerSql = (column: 'card_no' | 'physical_no', what: Former['what'], given: string) => `
  select '${what}' as what, c.${column} as value, c.person_id, c.status, c.list_version as version
    from card c where c.organization_id = $1 and c.${column} = any(${given}::text[])
     and c.status in ('REPLACED', 'RETURNED', 'CANCELLED')`;

/** Per index of `rows`: `{field: message}` naming the former holder, where the session sees him, and the terminals. Others are absent. */
export async function findEarlyReuse(
  executor: Sql,
  { organizationId, sees }: Pick<Acting, 'organizationId' | 'sees'>,
  rows: readonly Numbers[],
): Promise<Map<number, Record<string, string>>> {
  const early = new Map<number, Record<string, string>>();
  const given = (key: 'cardNo' | 'physicalNo') => [
    ...new Set(rows.flatMap((row) => (row.reuse === 'NOW' ? [] : row[key] || []))),
  ];
  const [cardNos, physicalNos] = [given('cardNo'), given('physicalNo')];
  if (cardNos.length + physicalNos.length === 0) return early;
  const { rows: formers } = await executor.query<Former>(
    `with former as (${formerSql('card_no', 'cardNo', '$2')} union all ${formerSql('physical_no', 'physicalNo', '$3')})
     select f.what, f.value, f.person_id as "personId",
            case when ${inSight('p.department_id', '$4')} then p.name else '${outOfSight}' end as name, f.status, f.version
       from former f join person p on p.organization_id = $1 and p.id = f.person_id
      order by f.version`,
    [organizationId, cardNos, physicalNos, departmentsSeen(sees)],
  );
  if (formers.length === 0) return early;
  const holders: ListHolder[] = await listHolders(executor, organizationId);
  // The card changed last stands for its number.
  const byNumber = new Map(formers.map((former) => [`${former.what}\n${former.value}`, former]));
  for (const [index, row] of rows.entries())
    for (const what of ['cardNo', 'physicalNo'] as const) {
      if (row.reuse === 'NOW') continue;
      const former = row[what] ? byNumber.get(`${what}\n${row[what]}`) : undefined;
      if (!former || former.personId === row.personId) continue;
      const behind = unsynced(holders, former.version);
      if (behind.length === 0) continue;
      const who = `${former.name}（${cardFlow.labelOf(former.status)}）`;
      early.set(index, {
        ...early.get(index),
        [what]: `「${former.value}」原由 ${who}使用，${deviceNames(behind, former.version)}尚未确认，待设备同步后再发`,
      });
    }
  return early;
}
