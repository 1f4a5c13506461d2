/**
 * 后厨人员导入: a row is a worker, found by job number, or by name and phone, else opened as a person; with the certificate
 * it brings, which another person still confirms. Files come from spreadsheets that people kept: each row is told what is wrong.
 */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { tellAskingDoors } from '../../gate/public.server.ts';
import { createPerson } from '../../people/public.server.ts';
import { latestExpiry, registerCertificate } from '../certificates/register-certificate.ts';
import { settleAll } from '../passes/settle-passes.ts';
import type { Post } from '../words.ts';

interface RowOf {
  name: string;
  jobNumber?: string | null;
  phone?: string | null;
  restaurantId: number;
  post: Post;
  onboardAt?: string | null;
  certificateNo?: string | null;
  issueDate?: string | null;
  expireDate?: string | null;
}
/** A phone is written with spaces and dashes as well; it is the same phone. */
const valuesOf = (row: ImportRow): RowOf => {
  const values = row.values as unknown as RowOf;
  return { ...values, phone: values.phone?.replace(/[\s-]/g, '') || null };
};

interface Known {
  id: number;
  name: string;
  jobNumber: string | null;
  phone: string | null;
  /** Works in a kitchen now. */
  works: boolean;
}

async function knownPeople(ctx: Ctx, rows: readonly ImportRow[]): Promise<Known[]> {
  const values = rows.map(valuesOf);
  return ctx.db
    .selectFrom('person as p')
    .select([
      'p.id',
      'p.name',
      'p.job_number as jobNumber',
      'p.phone',
      sql<boolean>`exists (select 1 from cook_user w where w.organization_id = p.organization_id and w.person_id = p.id
        and w.status <> 'LEFT')`.as('works'),
    ])
    .where('p.status', '<>', 'CLOSED')
    .where(
      sql<boolean>`(p.job_number = any(${values.map((one) => one.jobNumber ?? '')}::text[])
        or p.name = any(${values.map((one) => one.name)}::text[]))`,
    )
    .orderBy('p.id')
    .execute();
}

/** Who the row means: undefined for somebody new. */
const personOf = (people: readonly Known[], { name, jobNumber, phone }: RowOf): Known | undefined =>
  jobNumber
    ? people.find((one) => one.jobNumber === jobNumber)
    : people.find((one) => one.name === name && phone && one.phone === phone);

/** What is wrong with a row by itself and beside whom the unit knows. */
function faultsOf(ctx: Ctx, row: RowOf, people: readonly Known[]): Record<string, string> {
  const { name, jobNumber, phone, certificateNo, issueDate, expireDate } = row;
  const person = personOf(people, row);
  const namesake = !jobNumber && !phone && people.some((one) => one.name === name);
  const today = dateAt(ctx.clock.now());
  const some = [certificateNo, issueDate, expireDate].some(Boolean);
  return {
    ...(name ? {} : { name: '不能为空' }),
    // By the name alone nobody can tell whether it is the same person, and a second import would open everybody again.
    ...(namesake ? { phone: `已有叫${name}的人，请填写工号或手机号` } : {}),
    ...(person && person.name !== name ? { jobNumber: `工号 ${jobNumber} 是${person.name}的` } : {}),
    ...(person?.works ? { name: `${name}已是后厨人员` } : {}),
    ...(some && !certificateNo ? { certificateNo: '填了日期也要填证号' } : {}),
    ...(some && !issueDate ? { issueDate: '请填写发证日期' } : {}),
    ...(some && !expireDate ? { expireDate: '请填写到期日期' } : {}),
    ...(issueDate && issueDate > today ? { issueDate: '不能晚于今天' } : {}),
    ...(issueDate && expireDate && expireDate <= issueDate ? { expireDate: '应晚于发证日期' } : {}),
    ...(issueDate && expireDate && expireDate > latestExpiry(issueDate)
      ? { expireDate: `有效期最长一年，应不晚于 ${latestExpiry(issueDate)}` }
      : {}),
  };
}

const keyOf = ({ name, jobNumber, phone }: RowOf) => jobNumber || (name ? `${name}/${phone ?? ''}` : '');

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const people = await knownPeople(ctx, rows);
  const seen = new Map<string, number>();
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const values = valuesOf(row);
    const key = keyOf(values);
    const before = key === '' ? undefined : seen.get(key);
    const faults = {
      ...faultsOf(ctx, values, people),
      ...(before === undefined ? {} : { name: `与第 ${before} 行是同一人` }),
    };
    seen.set(key, before ?? row.rowNo);
    if (Object.keys(faults).length > 0) errors.set(row.rowNo, faults);
  }
  return errors;
}

/** One row; the reason where it was refused. */
async function enter(ctx: Ctx, row: RowOf, people: readonly Known[]): Promise<string | undefined> {
  const [fault] = Object.values(faultsOf(ctx, row, people));
  if (fault) return fault;
  const person = personOf(people, row);
  const { name, jobNumber, phone, restaurantId, post, onboardAt } = row;
  const blank = { gender: null, idNo: null, typeId: null };
  const made =
    person ?? (await createPerson(ctx, { name, jobNumber: jobNumber ?? null, phone: phone ?? null, ...blank }));
  if (isRefusal(made)) return refusalMessage(made);
  const id = await ctx.ids.next();
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('cook_user')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      person_id: made.id,
      restaurant_id: restaurantId,
      post,
      onboard_at: onboardAt ?? null,
      status: 'NORMAL',
      status_reason: '',
      created_at: at,
      created_by: ctx.session.accountId,
      updated_at: at,
      version: 1,
    })
    .execute();
  if (row.certificateNo) {
    const { certificateNo: no, issueDate, expireDate } = row;
    const told = { no, issuer: null, issueDate: issueDate!, expireDate: expireDate!, image: null };
    const certificate = await registerCertificate(ctx, id, told);
    if (isRefusal(certificate)) throw new Error(`a certificate that was checked is refused: ${certificate.code}`);
  }
  return undefined;
}

async function commit(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, string>> {
  const refused = new Map<number, string>();
  for (const row of rows) {
    // Read anew for each: an earlier row may have opened the person, or taken them on.
    const why = await enter(ctx, valuesOf(row), await knownPeople(ctx, [row]));
    if (why) refused.set(row.rowNo, why);
  }
  await settleAll(ctx, ownOrganization(ctx));
  await tellAskingDoors(ctx, ownOrganization(ctx));
  await ctx.audit({ action: '导入', targetName: `后厨人员 ${rows.length - refused.size} 人` });
  return refused;
}

/** Restaurants by name. */
async function resolve(ctx: Ctx, field: string, names: readonly string[]): Promise<Map<string, number>> {
  if (field !== 'restaurantId' || names.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('restaurant')
    .select(['id', 'name'])
    .where('name', 'in', [...names])
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

export const workerImport: ImportBinding = { check, resolve, commit };
