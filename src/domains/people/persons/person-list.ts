/** The list of people over their card, department, type and balances; every page of people reads it. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import { departmentPath } from '../departments/department-sql.ts';

/** People with the card they hold now: a person has at most one that is normal, lost or frozen. */
export function peopleWithCards(db: Db) {
  return db
    .selectFrom('person as p')
    .leftJoin('card as c', (join) =>
      join
        .onRef('c.organization_id', '=', 'p.organization_id')
        .onRef('c.person_id', '=', 'p.id')
        .on('c.status', 'in', ['NORMAL', 'LOST', 'FROZEN']),
    )
    .leftJoin('department as d', (join) =>
      join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
    )
    .leftJoin('person_type as t', (join) =>
      join.onRef('t.organization_id', '=', 'p.organization_id').onRef('t.id', '=', 'p.type_id'),
    );
}

/** Sum of the open purses of a kind; a subsidy is one purse per lot. Computed for the rows shown only. */
export const balanceOf = (kind: 'MAIN' | 'SUBSIDY'): RawBuilder<number> => sql<number>`(
  select coalesce(sum(w.balance_fen), 0)::bigint from wallet w
   where w.organization_id = p.organization_id and w.person_id = p.id and w.kind = ${sql.lit(kind)} and w.status <> 'CLOSED')`;

/** What is no plain column of `person`. */
export const personColumns = {
  cardNo: 'c.card_no',
  physicalNo: 'c.physical_no',
  cardStatus: 'c.status',
  carded: sql`c.id is not null`,
  mainBalanceFen: balanceOf('MAIN'),
  subsidyBalanceFen: balanceOf('SUBSIDY'),
};

export const personNames = { departmentId: departmentPath, typeId: 't.name' };
