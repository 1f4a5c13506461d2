/** 新到岗 in a kitchen: a person chosen, or opened as at the desk. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { createPerson } from '../../people/public.server.ts';
import { kitchenRefusals } from '../refusals.ts';
import { cameOrLeft, settleWorker } from './follow-worker.ts';
import spec from './pages/cook_user.page.ts';

type Worker = Values<typeof spec.fields>;

/** Fields of the form that are the person's, not the worker's. */
const ofPerson = ['photoUrl', 'personId', 'name', 'gender', 'phone', 'jobNumber', 'idNo', 'typeId'] as const;

/** The person the form means: chosen, or opened as at the desk. */
async function personOf(
  ctx: Ctx,
  { personId, name, gender, phone, jobNumber, idNo, typeId }: Worker,
): Promise<number | Refusal> {
  if (personId) return personId;
  if (!name) return refuseField('personId', '请选择人员，或填写新人姓名');
  const made = await createPerson(ctx, {
    name,
    gender: gender ?? null,
    phone: phone ?? null,
    jobNumber: jobNumber ?? null,
    idNo: idNo ?? null,
    typeId: typeId ?? null,
  });
  return isRefusal(made) ? made : made.id;
}

/** Who works in a kitchen already is named with it. */
async function refuseTwice(ctx: Ctx, personId: number): Promise<Refusal | undefined> {
  const there = await ctx.db
    .selectFrom('cook_user as w')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.person_id'),
    )
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 'w.organization_id').onRef('r.id', '=', 'w.restaurant_id'),
    )
    .select(['p.name as person', 'r.name as restaurant'])
    .where('w.person_id', '=', personId)
    .where('w.status', '<>', 'LEFT')
    .executeTakeFirst();
  if (!there) return undefined;
  const message = `${there.person}已是${there.restaurant}的后厨人员`;
  return refuse(kitchenRefusals.WORKER_TWICE, there, { personId: message });
}

/** Reading and writing of workers; `personId` is whose row a new one is. */
export const workerCrud = (personId: number | null) =>
  tableCrud(spec, {
    table: 'cook_user',
    nameField: 'name',
    owner: (ctx) => ({ organization_id: ownOrganization(ctx), person_id: personId }),
    skip: ofPerson,
    unique: { cook_user_person: 'personId' },
    after: async (ctx, id, _values, before) => {
      await settleWorker(ctx, id, before ? '岗位变更' : '新到岗');
      return before ? undefined : cameOrLeft(ctx);
    },
  });

/** Refuses who works in a kitchen already, with its name. */
export async function takeOnWorker(ctx: Ctx, values: Worker): ReturnType<ReturnType<typeof workerCrud>['create']> {
  const personId = await personOf(ctx, values);
  if (isRefusal(personId)) return personId;
  return (await refuseTwice(ctx, personId)) ?? workerCrud(personId).create(ctx, values);
}
