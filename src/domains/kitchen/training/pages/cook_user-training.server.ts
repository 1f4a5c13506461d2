/** 培训记录. */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { bind, type Values } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { settleAll } from '../../passes/settle-passes.ts';
import { correctedBefore } from '../../records/corrected-before.ts';
import { kitchenRefusals } from '../../refusals.ts';
import spec from './cook_user-training.page.ts';

type Told = Values<typeof spec.fields>;
interface Attended {
  personId: number;
  score: number | null;
}

/** Of 100, from here on an examination is passed. */
const passScore = 60;

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

const correctedBy = sql`exists (select 1 from training n where n.organization_id = t.organization_id and n.corrects_id = t.id)`;
const attended = sql`from training_person x join person p on p.organization_id = x.organization_id and p.id = x.person_id
  where x.organization_id = t.organization_id and x.training_id = t.id`;

export default bind(spec, {
  list: over(spec, 'training as t', {
    columns: {
      people: sql`(select json_agg(json_build_object('personId', x.person_id, 'score', x.score) order by p.name) ${attended})`,
      count: sql`(select count(*)::int ${attended})`,
      names: sql`(select string_agg(p.name, '、' order by p.name) ${attended})`,
      passed: sql`(select case when count(x.score) = 0 then '未考核'
        else count(*) filter (where x.score >= ${sql.lit(passScore)}) || '/' || count(x.score) || ' 合格' end ${attended})`,
      state: sql`case when ${correctedBy} then '已更正' when t.corrects_id is not null then '更正' else '有效' end`,
    },
  }),
  create: async (ctx, values) => {
    const people = (values.people ?? []) as Attended[];
    const no = refuseDay(ctx, values.heldOn!);
    if (no) return no;
    const id = await insert(ctx, values, people, null);
    await settleAll(ctx, ownOrganization(ctx));
    await ctx.audit({ action: '登记培训', targetId: id, targetName: `${values.title}，${people.length} 人` });
    return { id };
  },
  actions: {
    correct: async (ctx, { rows, values }) => {
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
    },
  },
});
