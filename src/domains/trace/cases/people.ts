/** The people of a case: found by number or by name, or known to it by name alone. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../tables.ts';
import { lockCase } from './case-store.ts';

export interface Named {
  /** A job number or a name. */
  who: string;
  onsetAt: string | null;
  symptoms: string;
  sick: boolean;
}

interface Found {
  personId: number | null;
  name: string;
  jobNumber: string;
}

/** NAME_UNCLEAR where several people bear a name; a name nobody bears stays a name. */
async function findPeople(ctx: Ctx, named: readonly Named[]): Promise<Found[] | Refusal> {
  const asked = [...new Set(named.map((one) => one.who))];
  const people = await ctx.db
    .selectFrom('person')
    .select(['id', 'name', 'job_number as jobNumber'])
    .where((eb) => eb.or([eb('job_number', 'in', asked), eb('name', 'in', asked)]))
    .orderBy('id')
    .execute();
  const found: Found[] = [];
  for (const [i, { who }] of named.entries()) {
    const byNumber = people.find((person) => person.jobNumber === who);
    const byName = people.filter((person) => person.name === who);
    if (!byNumber && byName.length > 1) return refuse('NAME_UNCLEAR', { row: i + 1, who, count: byName.length });
    const person = byNumber ?? byName[0];
    found.push(
      person
        ? { personId: person.id, name: person.name, jobNumber: person.jobNumber ?? '' }
        : { personId: null, name: who, jobNumber: '' },
    );
  }
  return found;
}

/** Puts people into a case, all or none. */
export async function addPeople(ctx: Ctx, caseId: number, named: readonly Named[]): Promise<null | Refusal> {
  const found = await findPeople(ctx, named);
  if (isRefusal(found)) return found;
  const known = await ctx.db
    .selectFrom('trace_person')
    .select('person_id')
    .where('case_id', '=', caseId)
    .where('person_id', 'is not', null)
    .execute();
  const seen = new Set(known.map((one) => one.person_id));
  for (const one of found) {
    if (one.personId !== null && seen.has(one.personId)) return refuse('PERSON_TWICE', { name: one.name });
    seen.add(one.personId);
  }
  const ids = await ctx.ids.take(found.length);
  await ctx.db
    .insertInto('trace_person')
    .values(
      found.map((one, i) => ({
        organization_id: ownOrganization(ctx),
        id: ids[i]!,
        case_id: caseId,
        person_id: one.personId,
        name: one.name,
        job_number: one.jobNumber,
        sick: named[i]!.sick,
        onset_at: named[i]!.onsetAt,
        symptoms: named[i]!.symptoms,
      })),
    )
    .execute();
  return null;
}

/** The same as a command of an open case. */
export async function addToCase(ctx: Ctx, caseId: number, named: readonly Named[]): Promise<null | Refusal> {
  const of = await lockCase(ctx, caseId);
  if (isRefusal(of)) return of;
  if (named.some(({ onsetAt }) => onsetAt !== null && Date.parse(onsetAt) > ctx.clock.now()))
    return refuse('TRACE_WINDOW', { why: '发病时间不能晚于现在' });
  const no = await addPeople(ctx, caseId, named);
  if (no) return no;
  await ctx.audit({ action: '登记溯源人员', targetId: caseId, targetName: `${of.case_no} ${named.length} 人` });
  return null;
}

/** What somebody says of a dish; null takes the answer back. */
export async function tellExposure(
  ctx: Ctx,
  caseId: number,
  tracePersonId: number,
  dish: string,
  ate: boolean | null,
): Promise<null | Refusal> {
  const of = await lockCase(ctx, caseId);
  if (isRefusal(of)) return of;
  const person = await ctx.db
    .selectFrom('trace_person')
    .select(['id', 'name'])
    .where('id', '=', tracePersonId)
    .where('case_id', '=', caseId)
    .executeTakeFirst();
  if (!person) return refuse('NOT_FOUND');
  const key = { case_id: caseId, trace_person_id: tracePersonId, dish_key: dish };
  if (ate === null)
    await ctx.db
      .deleteFrom('trace_exposure')
      .where('case_id', '=', caseId)
      .where('trace_person_id', '=', tracePersonId)
      .where('dish_key', '=', dish)
      .execute();
  else
    await ctx.db
      .insertInto('trace_exposure')
      .values({
        organization_id: ownOrganization(ctx),
        ...key,
        ate,
        told_at: isoAt(ctx.clock.now()),
        told_by: ctx.session.name,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'case_id', 'trace_person_id', 'dish_key'])
          .doUpdateSet({ ate, told_at: isoAt(ctx.clock.now()), told_by: ctx.session.name }),
      )
      .execute();
  await ctx.audit({
    action: '记录访谈',
    targetId: caseId,
    targetName: of.case_no,
    changes: [{ key: 'ate', label: dish, before: null, after: ate === null ? '撤回' : ate ? '吃了' : '没吃' }],
  });
  return null;
}
