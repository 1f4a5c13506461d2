/** Looks people up by card number, job number or name; the hint tells those of the same name apart. */
import { type RawBuilder, sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { maskText } from '../../../kit/server/audit/mask.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';
import { literalLike } from '../../../kit/server/query/expression.ts';
import { departmentPath } from '../departments/department-sql.ts';
import { balanceOf, peopleWithCards } from './person-list.ts';
import { personFlow } from './person-states.ts';

export interface FoundPerson {
  id: number;
  organizationId: number;
  name: string;
  /** Department · last four of the job number · state when not normal · balances when asked for. */
  hint: string;
}

export interface PeopleSearch {
  /** Empty finds the newest. */
  keyword: string;
  /** Exactly these people, closed ones included. */
  ids?: readonly number[] | null;
  size: number;
  /** Puts 余额 into the hint. */
  balances?: boolean;
}

/** Choices of people: with balances inside the organization, with names masked above it. */
export async function personOptions(ctx: Ctx, input: OptionsInput): Promise<Option[]> {
  const own = ctx.session.unitType === 'ORGANIZATION';
  const found = await findPeople(ctx.db, { ...input, balances: own });
  return own ? found : found.map((person) => ({ ...person, name: maskText('name', person.name) }));
}

/** People the handle lets through. An exact card number comes first, then an exact job number, then an exact name. */
export async function findPeople(
  db: Db,
  { keyword, ids, size, balances = false }: PeopleSearch,
): Promise<FoundPerson[]> {
  const nothing: RawBuilder<number | null> = sql<number | null>`null::bigint`;
  let query = peopleWithCards(db).select([
    'p.id',
    'p.organization_id',
    'p.name',
    'p.job_number',
    'p.status',
    departmentPath.as('department'),
    (balances ? balanceOf('MAIN') : nothing).as('main_fen'),
    (balances ? balanceOf('SUBSIDY') : nothing).as('subsidy_fen'),
  ]);
  if (ids) query = query.where('p.id', 'in', ids.length > 0 ? [...ids] : [0]);
  else {
    query = query.where('p.status', '<>', 'CLOSED').limit(size);
    if (keyword)
      query = query
        .where(
          sql<boolean>`(c.card_no = ${keyword} or p.job_number ilike ${`${literalLike(keyword)}%`} or p.name ilike ${`%${literalLike(keyword)}%`})`,
        )
        .orderBy(
          sql`case when c.card_no = ${keyword} then 0 when p.job_number = ${keyword} then 1 when p.name = ${keyword} then 2 else 3 end`,
        );
  }
  const rows = await query.orderBy('p.id', 'desc').execute();
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    hint: [
      row.department,
      row.job_number && `尾号 ${row.job_number.slice(-4)}`,
      row.status === 'NORMAL' ? null : personFlow.labelOf(row.status),
      row.main_fen === null ? null : `余额 ${formatFenGrouped(row.main_fen)} 元`,
      row.subsidy_fen ? `补贴 ${formatFenGrouped(row.subsidy_fen)} 元` : null,
    ]
      .filter((part) => part)
      .join(' · '),
  }));
}
