/** Server side of 人员类别餐次. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { type ActionInput, bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import spec from './user-type-meal.page.ts';

interface Rule {
  typeId: number;
  mealPeriodId: number;
  allowed: boolean | null;
  times: number | null;
  singleLimitFen: number | null;
}

const crud = tableCrud(spec, {
  table: 'person_type_meal',
  nameField: 'typeId',
});

async function names(ctx: Ctx, table: 'person_type' | 'meal_period', id: number): Promise<string> {
  const row = await ctx.db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? '';
}

async function put(ctx: Ctx, rule: Rule): Promise<void> {
  const at = isoAt(ctx.clock.now());
  await sql`insert into person_type_meal
      (organization_id, id, type_id, meal_period_id, allowed, times, single_limit_fen, created_at, created_by, updated_at)
    values (${ownOrganization(ctx)}, ${await ctx.ids.next()}, ${rule.typeId}, ${rule.mealPeriodId},
      ${rule.allowed ?? true}, ${rule.times}, ${rule.singleLimitFen}, ${at}, ${ctx.session.accountId}, ${at})
    on conflict (organization_id, type_id, meal_period_id) do update set allowed = excluded.allowed,
      times = excluded.times, single_limit_fen = excluded.single_limit_fen, updated_at = excluded.updated_at,
      version = person_type_meal.version + 1`.execute(ctx.db);
  await ctx.audit({
    action: '设置餐次',
    targetName: `${await names(ctx, 'person_type', rule.typeId)} · ${await names(ctx, 'meal_period', rule.mealPeriodId)}`,
    changes: [{ key: 'allowed', label: '可就餐', before: null, after: rule.allowed ?? true }],
  });
}

const setAllowed =
  (allowed: boolean) =>
  async (ctx: Ctx, { ids, rows }: ActionInput) => {
    await ctx.db
      .updateTable('person_type_meal')
      .set((eb) => ({ allowed, updated_at: isoAt(ctx.clock.now()), version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      .execute();
    for (const row of rows)
      await ctx.audit({
        action: allowed ? '允许就餐' : '禁止就餐',
        targetId: row.id,
        targetName: `${row.typeName} · ${row.mealPeriodName}`,
      });
    return null;
  };

export default bind(spec, {
  list: over(spec, 'person_type_meal as r', { inner: ['typeId as t', 'mealPeriodId as m'] }),
  create: async (ctx, values) => {
    const known = await ctx.db
      .selectFrom('person_type_meal')
      .select('id')
      .where('type_id', '=', values.typeId!)
      .where('meal_period_id', '=', values.mealPeriodId!)
      .executeTakeFirst();
    if (known) {
      const label = `${await names(ctx, 'person_type', values.typeId!)} · ${await names(ctx, 'meal_period', values.mealPeriodId!)}`;
      return refuse(
        'DUPLICATE',
        { label: '类别餐次', value: label },
        { mealPeriodId: `「${label}」已有规则，请直接编辑` },
      );
    }
    return crud.create(ctx, { ...values, allowed: values.allowed ?? true });
  },
  update: (ctx, id, values, before) =>
    crud.update(ctx, id, values.allowed === null ? { ...values, allowed: true } : values, before),
  remove: crud.remove,
  actions: {
    bar: setAllowed(false),
    allow: setAllowed(true),
    assign: async (ctx, { values }) => {
      const { typeIds, mealPeriodIds, allowed, times, singleLimitFen } = values as unknown as {
        typeIds: number[];
        mealPeriodIds: number[];
      } & Omit<Rule, 'typeId' | 'mealPeriodId'>;
      if (typeIds.length * mealPeriodIds.length > 500) return refuse('TOO_LARGE', { limit: '一次 500 条规则' });
      for (const typeId of [...typeIds].sort((a, b) => a - b))
        for (const mealPeriodId of mealPeriodIds)
          await put(ctx, { typeId, mealPeriodId, allowed, times, singleLimitFen });
      return null;
    },
  },
});
