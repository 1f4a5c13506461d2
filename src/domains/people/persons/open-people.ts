/** 开户: people with their job numbers, cards and purses, one or a thousand at a time, in the caller's transaction. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { openPurses } from '../../wallet/public.server.ts';
import type { Acting } from '../acting.ts';
import { lockPeople, takePersonNos } from '../cards/card-list.ts';
import { insertCards } from '../cards/insert-cards.ts';
import { bindJobNumbers } from '../job-numbers/bind-job-numbers.ts';
import { findClashes } from './find-clashes.ts';
import type { Numbers } from './person-numbers.ts';
import '../refusals.ts';

export interface NewPerson extends Numbers {
  name: string;
  gender?: 'M' | 'F' | null;
  birthday?: string | null;
  phone?: string | null;
  departmentId?: number | null;
  /** The organization's default type when left out. */
  typeId?: number | null;
  photoUrl?: string | null;
  guardianName?: string | null;
  guardianPhone?: string | null;
  allergens?: readonly string[] | null;
  dietTaboo?: string | null;
  boarder?: boolean | null;
  /** From the type's days of validity when left out. */
  validEnd?: string | null;
  status?: 'NORMAL' | 'PENDING';
}

export interface Opened {
  /** In the order of the rows; null where the row clashes. */
  personIds: (number | null)[];
  /** Per index, `{field: message}` (without labels) of the rows that were left out. */
  clashes: Map<number, Record<string, string>>;
}

interface TypeRow {
  id: number;
  validDays: number | null;
  overdraftFen: number;
}

/** The organization's types that people may be given, the default one first. */
async function usableTypes(executor: Sql, organizationId: number): Promise<TypeRow[]> {
  const { rows } = await executor.query<TypeRow>(
    `select id, valid_days as "validDays", case when allow_overdraft then overdraft_limit_fen else 0 end as "overdraftFen"
       from person_type
      where organization_id = $1 and status = 'NORMAL' order by is_default desc, id`,
    [organizationId],
  );
  return rows;
}

/** Numbers given twice within the rows: the later row is told the name of the earlier one. */
function repeats(rows: readonly NewPerson[], clashes: Map<number, Record<string, string>>): void {
  const seen = new Map<string, string>();
  for (const [index, row] of rows.entries()) {
    if (clashes.has(index)) continue;
    for (const key of ['jobNumber', 'idNo', 'cardNo', 'physicalNo'] as const) {
      const value = row[key];
      if (!value) continue;
      const earlier = seen.get(`${key}\n${value}`);
      if (earlier !== undefined)
        clashes.set(index, { ...clashes.get(index), [key]: `「${value}」与同批的 ${earlier} 重复` });
    }
    if (clashes.has(index)) continue;
    for (const key of ['jobNumber', 'idNo', 'cardNo', 'physicalNo'] as const)
      if (row[key]) seen.set(`${key}\n${row[key]}`, row.name);
  }
}

async function insertPeople(
  executor: Sql,
  context: Acting,
  people: readonly (NewPerson & { id: number; type: TypeRow })[],
): Promise<void> {
  const numbers = await takePersonNos(executor, context.organizationId, people.length);
  const at = isoAt(context.clock.now());
  const rows = people.map((p, i) => ({
    id: p.id,
    person_no: numbers[i],
    job_number: p.jobNumber || null,
    name: p.name,
    gender: p.gender ?? null,
    birthday: p.birthday ?? null,
    phone: p.phone || null,
    id_no: p.idNo || null,
    department_id: p.departmentId ?? null,
    type_id: p.type.id,
    photo_url: p.photoUrl ?? null,
    guardian_name: p.guardianName ?? null,
    guardian_phone: p.guardianPhone ?? null,
    allergens: p.allergens ?? [],
    diet_taboo: p.dietTaboo ?? null,
    boarder: p.boarder ?? false,
    valid_end: p.validEnd ?? (p.type.validDays === null ? null : addDays(at.slice(0, 10), p.type.validDays)),
    status: p.status ?? 'NORMAL',
  }));
  await executor.query(
    `insert into person (organization_id, id, person_no, job_number, name, gender, birthday, phone, id_no, department_id,
                         type_id, photo_url, guardian_name, guardian_phone, allergens, diet_taboo, boarder, valid_end,
                         status, created_at, created_by, updated_at)
     select $1, r.id, r.person_no, r.job_number, r.name, r.gender, r.birthday, r.phone, r.id_no, r.department_id, r.type_id,
            r.photo_url, r.guardian_name, r.guardian_phone, r.allergens, r.diet_taboo, r.boarder, r.valid_end, r.status,
            $3, $4, $3
       from jsonb_to_recordset($2::jsonb) as r(id bigint, person_no text, job_number text, name text, gender text,
            birthday date, phone text, id_no text, department_id bigint, type_id bigint, photo_url text,
            guardian_name text, guardian_phone text, allergens text[], diet_taboo text, boarder boolean,
            valid_end date, status text)`,
    [context.organizationId, JSON.stringify(rows), at, context.by],
  );
}

/**
 * Opens accounts for at most a few thousand people. Rows whose numbers belong to somebody (or repeat an earlier row)
 * are left out and named; the rest is written whole. Refuses only when the organization has no person type in use.
 */
export async function openPeople(
  executor: Sql,
  context: Acting,
  rows: readonly NewPerson[],
): Promise<Opened | Refusal> {
  const { organizationId } = context;
  const types = await usableTypes(executor, organizationId);
  const standard = types[0];
  if (!standard) return refuse('NO_PERSON_TYPE');
  await lockPeople(executor, organizationId);
  const clashes = await findClashes(executor, context, rows);
  repeats(rows, clashes);
  const byId = new Map(types.map((t) => [t.id, t]));
  for (const [index, row] of rows.entries())
    if (row.typeId && !byId.has(row.typeId)) clashes.set(index, { ...clashes.get(index), typeId: '不存在或已停用' });

  const taken = await context.ids.take(rows.length);
  const personIds = rows.map((_, i) => (clashes.has(i) ? null : taken[i]!));
  const people = rows.flatMap((row, i) =>
    clashes.has(i) ? [] : [{ ...row, id: taken[i]!, type: row.typeId ? byId.get(row.typeId)! : standard }],
  );
  if (people.length === 0) return { personIds, clashes };
  await insertPeople(executor, context, people);
  await bindJobNumbers(
    executor,
    context,
    people.flatMap((p) =>
      p.jobNumber
        ? [{ personId: p.id, jobNumber: p.jobNumber, name: p.name, departmentId: p.departmentId ?? null }]
        : [],
    ),
  );
  await insertCards(
    executor,
    context,
    people.flatMap((p) => (p.cardNo ? [{ personId: p.id, cardNo: p.cardNo, physicalNo: p.physicalNo ?? null }] : [])),
  );
  await openPurses(
    executor,
    organizationId,
    people.map((p) => ({ personId: p.id, overdraftFen: p.type.overdraftFen })),
    context,
  );
  return { personIds, clashes };
}
