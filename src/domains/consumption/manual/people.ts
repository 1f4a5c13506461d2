/** Who is charged by hand: chosen one by one, by department or type, or pasted as a list of job and card numbers. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';

export interface PeopleChoice {
  personIds: readonly number[];
  departmentIds: readonly number[];
  typeIds: readonly number[];
  /** Job or card numbers, apart by blanks, commas or lines. */
  numbers: string;
}

export interface ChargedPerson {
  id: number;
  name: string;
  jobNumber: string | null;
  departmentId: number;
  departmentName: string | null;
  typeId: number;
  status: string;
}

export interface ChosenPeople {
  people: ChargedPerson[];
  /** Numbers nobody has. */
  missing: string[];
  /** Numbers that name somebody a second time. */
  repeated: string[];
}

/** The numbers of a pasted list, in its order. */
export function readNumbers(text: string): string[] {
  return text.split(/[\s,，;；、]+/).filter((part) => part !== '');
}

const columns = (ctx: Ctx) =>
  ctx.db
    .selectFrom('person as p')
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
    )
    .select([
      'p.id',
      'p.name',
      'p.job_number as jobNumber',
      sql<number>`coalesce(p.department_id, 0)`.as('departmentId'),
      'd.name as departmentName',
      'p.type_id as typeId',
      'p.status',
    ]);

/** Everybody the choice names, once, in the order of name; people whose account is closed are left out. */
export async function choosePeople(ctx: Ctx, choice: PeopleChoice): Promise<ChosenPeople> {
  const numbers = readNumbers(choice.numbers);
  const byNumber = numbers.length
    ? await ctx.db
        .selectFrom('person as p')
        .leftJoin('card as c', (on) =>
          on
            .onRef('c.organization_id', '=', 'p.organization_id')
            .onRef('c.person_id', '=', 'p.id')
            .on('c.status', 'in', ['NORMAL', 'LOST', 'FROZEN']),
        )
        .select(['p.id', 'p.job_number', 'c.card_no'])
        .where('p.status', '<>', 'CLOSED')
        .where(sql<boolean>`(p.job_number = any(${numbers}::text[]) or c.card_no = any(${numbers}::text[]))`)
        .execute()
    : [];
  const ids = new Map<string, number>();
  for (const row of byNumber) {
    if (row.card_no) ids.set(row.card_no, row.id);
    if (row.job_number) ids.set(row.job_number, row.id);
  }
  const missing: string[] = [];
  const repeated: string[] = [];
  const named = new Set<number>();
  for (const number of numbers) {
    const id = ids.get(number);
    if (id === undefined) missing.push(number);
    else if (named.has(id)) repeated.push(number);
    else named.add(id);
  }
  const chosen = [...new Set([...named, ...choice.personIds])];
  const { departmentIds, typeIds } = choice;
  const wide = departmentIds.length > 0 || typeIds.length > 0;
  let query = columns(ctx).where('p.status', '<>', 'CLOSED');
  const inDepartments = sql`(p.department_id = any(${departmentIds}::bigint[]) or exists (
    select 1 from department u where u.organization_id = p.organization_id and u.id = p.department_id
      and u.above && ${departmentIds}::bigint[]))`;
  const fits = sql`(${departmentIds.length > 0 ? inDepartments : sql`true`}
    and ${typeIds.length > 0 ? sql`p.type_id = any(${typeIds}::bigint[])` : sql`true`})`;
  query = query.where(sql<boolean>`(p.id = any(${chosen}::bigint[]) or (${wide}::boolean and ${fits}))`);
  const people = await query.orderBy('p.name').orderBy('p.id').execute();
  return { people, missing, repeated };
}
