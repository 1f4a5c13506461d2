/** Server side of 补贴配置. */
import { sql } from 'kysely';
import { z } from 'zod';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { bind, type Values } from '../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../kit/server/page/crud.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { nextGrantDay } from '../rules/calendar.ts';
import type { Cycle } from '../rules/rule.ts';
import { grantDayText, wrongDay } from '../rules/words.ts';
import spec from './configure.page.ts';

type RuleValues = Values<typeof spec.fields>;

const most = 1_000_000;
const amounts = z
  .array(z.object({ typeId: z.int().min(1), amountFen: z.int().min(1).max(most) }))
  .min(1)
  .max(50);

/** Columns and words of the amounts; refused where a type is unknown, named twice or has no amount. */
async function readAmounts(ctx: Ctx, sent: unknown) {
  const parsed = amounts.safeParse(sent);
  if (!parsed.success)
    return refuseField('typeAmounts', `请为每个人员类别填写大于 0、不超过 ${formatFenGrouped(most)} 元的金额`);
  const typeIds = parsed.data.map((one) => one.typeId);
  if (new Set(typeIds).size < typeIds.length) return refuseField('typeAmounts', '同一人员类别只能填写一次');
  const types = await ctx.db.selectFrom('person_type').select(['id', 'name']).where('id', 'in', typeIds).execute();
  const names = new Map(types.map((type) => [type.id, type.name]));
  if (names.size < typeIds.length) return refuseField('typeAmounts', '所选人员类别不存在');
  return {
    typeIds,
    amountsFen: parsed.data.map((one) => one.amountFen),
    amountText: parsed.data.map((one) => `${names.get(one.typeId)} ${formatFenGrouped(one.amountFen)}`).join('、'),
  };
}

/** What the form's parts must say together. `all` are the stored values with the new ones over them. */
function wrongTogether(all: RuleValues): Refusal | undefined {
  const day = wrongDay(String(all.cycle), all.dayOfCycle ?? 1);
  if (day) return refuseField('dayOfCycle', day);
  if (all.clearAt === 'DAYS' && !all.validDays) return refuseField('validDays', '请填写有效天数');
  if (all.carryOver === 'CARRY_MAX' && !all.carryMaxFen) return refuseField('carryMaxFen', '请填写结转上限');
  if (all.clearAt === 'NEVER' && all.carryOver === 'CARRY_MAX')
    return refuseField('carryOver', '不到期的补贴不会结转，请选择有效期');
  if (all.automatic && all.basis !== 'FIXED') return refuseField('automatic', '按天数或班次计发的规则不能自动生成批次');
  if (all.automatic && all.cycle === 'ONCE') return refuseField('automatic', '一次性规则不能自动生成批次');
  return undefined;
}

const crud = tableCrud(spec, {
  table: 'subsidy_rule',
  owner: (ctx) => ({ organization_id: ownOrganization(ctx) }),
  unique: { subsidy_rule_name: 'name' },
  skip: ['typeAmounts', 'amountText'],
  usedBy: [{ table: 'subsidy_batch', column: 'rule_id', what: '补贴批次' }],
});

/** Values as columns take them: nothing left null that the table wants filled. */
function filled(values: RuleValues): RuleValues {
  const plain = { carryMaxFen: 0, useMealIds: [], useSiteIds: [], debitOrder: 5, dayOfCycle: 1, prepareDays: 1 };
  const result: Record<string, unknown> = { ...values };
  for (const [key, value] of Object.entries(plain)) if (key in result && result[key] === null) result[key] = value;
  if ('automatic' in result && result.automatic === null) result.automatic = false;
  return result as RuleValues;
}

export default bind(spec, {
  list: {
    from: (db) => db.selectFrom('subsidy_rule as r'),
    id: 'r.id',
    version: 'r.version',
    columns: {
      name: 'r.name',
      typeIds: 'r.type_ids',
      typeAmounts: sql`(select json_agg(json_build_object('typeId', a.id, 'amountFen', a.fen) order by a.turn)
        from unnest(r.type_ids, r.amounts_fen) with ordinality as a(id, fen, turn))`,
      amountText: sql`(select string_agg(t.name || ' ' || to_char(a.fen / 100.0, 'FM999,999,990.00'), '、' order by a.turn)
        from unnest(r.type_ids, r.amounts_fen) with ordinality as a(id, fen, turn)
        join person_type t on t.organization_id = r.organization_id and t.id = a.id)`,
      basis: 'r.basis',
      maxUnits: 'r.max_units',
      cycle: 'r.cycle',
      dayOfCycle: 'r.day_of_cycle',
      dayText: null,
      automatic: 'r.automatic',
      prepareDays: 'r.prepare_days',
      nextOn: null,
      clearAt: 'r.clear_at',
      validDays: 'r.valid_days',
      carryOver: 'r.carry_over',
      carryMaxFen: 'r.carry_max_fen',
      carryText: null,
      useMealIds: 'r.use_meal_ids',
      useSiteIds: 'r.use_site_ids',
      dayUseLimitFen: 'r.day_use_limit_fen',
      debitOrder: 'r.debit_order',
      status: 'r.status',
    },
    names: {
      typeIds: sql`(select array_agg(t.name order by t.name) from person_type t
        where t.organization_id = r.organization_id and t.id = any(r.type_ids))`,
      useMealIds: sql`(select array_agg(m.name order by m.start_time) from meal_period m
        where m.organization_id = r.organization_id and m.id = any(r.use_meal_ids))`,
      useSiteIds: sql`(select array_agg(s.name order by s.name) from deploy_site s
        where s.organization_id = r.organization_id and s.id = any(r.use_site_ids))`,
    },
    derive: (row, ctx) => {
      const cycle = row.cycle as Cycle;
      const dayOfCycle = row.dayOfCycle as number;
      const cap = row.carryOver === 'CARRY_MAX' ? `结转，最多 ${formatFenGrouped(row.carryMaxFen as number)} 元` : null;
      return {
        dayText: grantDayText(cycle, dayOfCycle),
        nextOn: row.status === 'NORMAL' ? (nextGrantDay({ cycle, dayOfCycle }, dateAt(ctx.clock.now())) ?? null) : null,
        carryText: cap ?? (row.carryOver === 'CARRY' ? '全部结转' : row.clearAt === 'NEVER' ? '—' : '清零'),
      };
    },
  },
  create: async (ctx, values) => {
    const all = filled(values);
    const wrong = wrongTogether(all);
    if (wrong) return wrong;
    const read = await readAmounts(ctx, values.typeAmounts);
    return isRefusal(read) ? read : crud.create(ctx, { ...all, ...read } as RuleValues);
  },
  update: async (ctx, id, values, before) => {
    const changed = filled(values);
    const wrong = wrongTogether({ ...(before as unknown as RuleValues), ...changed });
    if (wrong) return wrong;
    const read = values.typeAmounts === undefined ? {} : await readAmounts(ctx, values.typeAmounts);
    return isRefusal(read) ? read : crud.update(ctx, id, { ...changed, ...read } as RuleValues, before);
  },
  remove: crud.remove,
  actions: {
    disable: setColumn('subsidy_rule', 'status', 'DISABLED', '停用'),
    enable: setColumn('subsidy_rule', 'status', 'NORMAL', '启用'),
  },
  options: async (ctx, { keyword, ids, size }) => {
    let query = ctx.db
      .selectFrom('subsidy_rule')
      .select(['id', 'name', 'status', 'cycle', 'day_of_cycle'])
      .orderBy('name');
    if (ids) query = query.where('id', 'in', ids.length > 0 ? ids : [0]);
    else {
      query = query.limit(size);
      if (keyword) query = query.where('name', 'ilike', likePattern(keyword));
    }
    return (await query.execute()).map((row) => ({
      id: row.id,
      name: row.name,
      hint: grantDayText(row.cycle, row.day_of_cycle),
      disabled: row.status !== 'NORMAL',
    }));
  },
});
