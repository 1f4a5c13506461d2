/** Server side of 营养标准: a correction is another version; what has held stays. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind, type Values } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { type AgeGroup, pupilGroups } from '../standards.ts';
import spec from './food_standard.page.ts';

const crud = tableCrud(spec, {
  table: 'nutrition_standard',
  nameField: 'nutrient',
  owner: () => ({}),
  unique: { nutrition_standard_key: 'fromDate' },
  check: (ctx, { fromDate, low, high }) => {
    if (String(fromDate) < dateAt(ctx.clock.now())) return refuseField('fromDate', '生效日期不能早于今天');
    const [least, most] = [low ?? null, high ?? null];
    if (least === null && most === null) return refuseField('low', '下限、上限至少填一个');
    return least !== null && most !== null && most < least ? refuseField('high', '上限不能低于下限') : undefined;
  },
});

const state = sql`(case when s.from_date > clock.today then 'COMING'
  when exists (select from nutrition_standard n where n.age_group = s.age_group and n.gender = s.gender
    and n.nutrient = s.nutrient and n.from_date > s.from_date and n.from_date <= clock.today) then 'PAST' else 'NOW' end)`;

export default bind(spec, {
  list: over(spec, 'nutrition_standard as s', { version: true, columns: { state } }, (from, ctx) =>
    from.innerJoin(sql<{ today: string }>`(select ${dateAt(ctx.clock.now())}::date as today)`.as('clock'), (on) =>
      on.onTrue(),
    ),
  ),
  create: (ctx, values: Values<typeof spec.fields>) =>
    crud.create(ctx, {
      ...values,
      kind: pupilGroups.includes(values.ageGroup as AgeGroup) ? 'PUPIL' : 'ADULT',
    }),
  actions: {
    drop: async (ctx, { rows }) => {
      const { id, ...before } = rows[0]!;
      return before.state === 'COMING'
        ? crud.remove(ctx, id, { id, ...before })
        : refuse('NOT_NOW', { why: '已生效的标准留作依据，要改请新增一版' });
    },
  },
  notice: async (ctx) => {
    const { doubtful } = await ctx.db
      .selectFrom('nutrition_standard')
      .select(sql<number>`count(*)::int`.as('doubtful'))
      .where('confidence', '=', 'LOW')
      .executeTakeFirstOrThrow();
    return {
      tone: 'info',
      text: `各单位的营养分析按供餐当天生效的标准判定${doubtful > 0 ? `；其中 ${doubtful} 条数值待核对` : ''}。`,
    };
  },
});
