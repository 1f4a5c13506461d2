/** 登记培训 and 更正培训: a record is never changed, a correction stands beside it with the same people. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput, Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { settleAll } from '../passes/settle-passes.ts';
import { correctedBefore } from '../records/corrected-before.ts';
import { kitchenRefusals } from '../refusals.ts';
import type spec from './pages/cook_user-training.page.ts';

type Told = Values<typeof spec.fields>;
interface Attended {
  personId: number;
  score: number | null;
}

async function insert(ctx: Ctx, told: Told, people: readonly Attended[], correctsId: number | null): Promise<number> {
  const organization_id = ownOrganization(ctx);
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('training')
    .values({
      organization_id,
      id,
      title: told.title!,
      held_on: told.heldOn!,
      hours: told.hours!,
      trainer: told.trainer ?? '',
      content: told.content ?? '',
      picture: told.picture ?? null,
      corrects_id: correctsId,
      made_at: isoAt(ctx.clock.now()),
      made_by: ctx.session.accountId,
      made_name: ctx.session.name,
    })
    .execute();
  await ctx.db
    .insertInto('training_person')
    .values(people.map(({ personId, score }) => ({ organization_id, training_id: id, person_id: personId, score })))
    .execute();
  return id;
}

const refuseDay = (ctx: Ctx, heldOn: string): Refusal | undefined =>
  heldOn > dateAt(ctx.clock.now()) ? refuseField('heldOn', '日期不能晚于今天') : undefined;

/** Records a training and recomputes who may enter where. Refuses a day to come. */
export async function recordTraining(ctx: Ctx, values: Told): Promise<{ id: number } | Refusal> {
  const people = (values.people ?? []) as Attended[];
  const no = refuseDay(ctx, values.heldOn!);
  if (no) return no;
  const id = await insert(ctx, values, people, null);
  await settleAll(ctx, ownOrganization(ctx));
  await ctx.audit({ action: '登记培训', targetId: id, targetName: `${values.title}，${people.length} 人` });
  return { id };
}

/** Records what the training really was; refuses where it has been corrected before. */
export async function correctTraining(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const [{ id, title }] = rows as unknown as [{ id: number; title: string }];
  const no = refuseDay(ctx, String(values.heldOn));
  if (no) return no;
  if (await correctedBefore(ctx, 'training', id)) return refuse(kitchenRefusals.CORRECTED_BEFORE);
  const people = await ctx.db
    .selectFrom('training_person')
    .select(['person_id as personId', 'score'])
    .where('training_id', '=', id)
    .execute();
  const next = await insert(ctx, values as unknown as Told, people, id);
  await settleAll(ctx, ownOrganization(ctx));
  await ctx.audit({ action: '更正培训', targetId: next, targetName: title });
  return null;
}
