/** 人工消费 and 人工消费详情. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { bind, type Values } from '../../../kit/server/page/binding.ts';
import { readId } from '../../../kit/server/page/read-id.ts';
import { readValues, refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { failedSheet } from '../failed-sheet.ts';
import { changeCharge, createCharge } from '../manual/charge.ts';
import { type ChargeChoice, mostPeople, planCharge } from '../manual/plan.ts';
import type { ChargeKind } from '../manual/states.ts';
import { artificialChopping, artificialChoppingDetail } from './artificial-chopping.page.ts';

const choiceKeys = [
  'kind',
  'diningDate',
  'mealPeriodId',
  'restaurantId',
  'deploySiteId',
  'way',
  'priceFen',
  'allowArrears',
  'personIds',
  'departmentIds',
  'typeIds',
  'numbers',
] as const;

function choiceOf(values: Values<typeof artificialChopping.fields>): ChargeChoice | Refusal {
  if (values.kind !== 'REDEEM' && values.way === 'PRICE' && !values.priceFen)
    return refuseField('priceFen', '请输入每人金额');
  return {
    kind: values.kind as ChargeKind,
    diningDate: values.diningDate!,
    mealPeriodId: values.mealPeriodId!,
    restaurantId: values.restaurantId!,
    deploySiteId: values.deploySiteId ?? null,
    way: values.way as ChargeChoice['way'],
    priceFen: values.priceFen ?? null,
    allowArrears: values.allowArrears ?? false,
    personIds: values.personIds ?? [],
    departmentIds: values.departmentIds ?? [],
    typeIds: values.typeIds ?? [],
    numbers: values.numbers ?? '',
  };
}

async function preview(ctx: Ctx, body: Record<string, unknown>) {
  const values = readValues(artificialChopping.fields, choiceKeys, body, false);
  if (isRefusal(values)) return values;
  const choice = choiceOf(values);
  return isRefusal(choice) ? choice : planCharge(ctx, choice);
}

/** Lines of a charge, the failed first. */
async function lines(ctx: Ctx, body: Record<string, unknown>) {
  return ctx.db
    .selectFrom('manual_charge_line as l')
    .innerJoin('manual_charge as c', (on) =>
      on.onRef('c.organization_id', '=', 'l.organization_id').onRef('c.id', '=', 'l.charge_id'),
    )
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.person_id'),
    )
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
    )
    .leftJoin('trade as t', (on) =>
      on.onRef('t.organization_id', '=', 'l.organization_id').onRef('t.id', '=', 'l.trade_id'),
    )
    .select([
      'l.id',
      'l.line_no as lineNo',
      'p.name as personName',
      'p.job_number as jobNumber',
      'd.name as departmentName',
      'l.amount_fen as amountFen',
      'l.count_used as countUsed',
      'l.note',
      'l.status',
      'l.fail_reason as failReason',
      'l.trade_id as tradeId',
      'l.reverse_trade_id as reverseTradeId',
      sql<number | null>`t.main_fen + t.arrears_fen`.as('mainFen'),
      sql<number | null>`t.subsidy_fen + t.gift_fen`.as('subsidyFen'),
    ])
    .where('l.charge_id', '=', readId(body.id) ?? 0)
    .orderBy(sql`(l.fail_reason <> '') desc`)
    .orderBy('l.line_no')
    .limit(mostPeople)
    .execute();
}

async function failedRows(ctx: Ctx, body: Record<string, unknown>) {
  const batch = await ctx.db
    .selectFrom('manual_charge')
    .select('batch_no')
    .where('id', '=', readId(body.id) ?? 0)
    .executeTakeFirst();
  return batch ? failedSheet(batch.batch_no, await lines(ctx, body)) : refuse('NOT_FOUND');
}

export default [
  bind(artificialChopping, {
    list: {
      from: (db) =>
        db
          .selectFrom('manual_charge as c')
          .leftJoin('meal_period as m', (on) =>
            on.onRef('m.organization_id', '=', 'c.organization_id').onRef('m.id', '=', 'c.meal_period_id'),
          )
          .leftJoin('restaurant as r', (on) =>
            on.onRef('r.organization_id', '=', 'c.organization_id').onRef('r.id', '=', 'c.restaurant_id'),
          )
          .leftJoin('deploy_site as s', (on) =>
            on.onRef('s.organization_id', '=', 'c.organization_id').onRef('s.id', '=', 'c.deploy_site_id'),
          ),
      id: 'c.id',
      version: 'c.version',
      columns: {
        batchNo: 'c.batch_no',
        kind: 'c.kind',
        diningDate: 'c.dining_date',
        mealPeriodId: 'c.meal_period_id',
        restaurantId: 'c.restaurant_id',
        deploySiteId: 'c.deploy_site_id',
        way: 'c.way',
        priceFen: 'c.price_fen',
        allowArrears: 'c.allow_arrears',
        personIds: null,
        departmentIds: null,
        typeIds: null,
        numbers: null,
        without: null,
        reason: 'c.reason',
        remark: 'c.remark',
        personCount: 'c.person_count',
        totalFen: 'c.total_fen',
        postedCount: 'c.posted_count',
        postedFen: 'c.posted_fen',
        failedCount: 'c.failed_count',
        failedFen: 'c.failed_fen',
        reversedCount: 'c.reversed_count',
        reversedFen: 'c.reversed_fen',
        operatorName: 'c.operator_name',
        auditorName: 'c.auditor_name',
        auditNote: 'c.audit_note',
        reverseReason: 'c.reverse_reason',
        status: 'c.status',
        createdAt: 'c.created_at',
        decidedAt: 'c.decided_at',
        finishedAt: 'c.finished_at',
      },
      names: { mealPeriodId: 'm.name', restaurantId: 'r.name', deploySiteId: 's.name' },
    },
    create: async (ctx, values) => {
      const choice = choiceOf(values);
      if (isRefusal(choice)) return choice;
      const without = values.without as unknown;
      return createCharge(ctx, {
        ...choice,
        reason: values.reason!,
        remark: values.remark ?? '',
        without: Array.isArray(without) ? without.filter((id): id is number => typeof id === 'number') : [],
        totalFen: values.totalFen!,
        personCount: values.personCount!,
      });
    },
    actions: {
      approve: changeCharge('approve'),
      reject: changeCharge('reject'),
      cancel: changeCharge('cancel'),
      retry: changeCharge('retry'),
      reverse: changeCharge('reverse'),
    },
    verbs: { preview, lines, failed_rows: failedRows },
  }),
  bind(artificialChoppingDetail, {}),
];
