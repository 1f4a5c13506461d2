/** 人工消费 and 人工消费详情. */

import { sql } from 'kysely';
import { problemsOf } from '../../../../kit/server/batch/problems.ts';
import { bind, type Values } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { chargeActions } from '../change-charge.ts';
import { createCharge } from '../charge.ts';
import type { ChargeChoice } from '../charge-plan.ts';
import { takeBackOutcome } from '../outcome.ts';
import { planCharge } from '../plan.ts';
import { namesPeople } from '../plan-collect.ts';
import { chargeRows, chargeTotals } from '../preview.ts';
import type { ChargeKind } from '../states.ts';
import { artificialChopping, artificialChoppingDetail, artificialChoppingLines } from './artificial-chopping.page.ts';

function choiceOf(values: Values<typeof artificialChopping.fields>): ChargeChoice {
  return {
    kind: values.kind as ChargeKind,
    diningDate: values.diningDate!,
    mealPeriodId: values.mealPeriodId!,
    restaurantId: values.restaurantId!,
    deploySiteId: values.deploySiteId ?? null,
    way: (values.way as ChargeChoice['way'] | undefined) ?? 'RULE',
    priceFen: values.priceFen ?? null,
    allowArrears: values.allowArrears ?? false,
    personIds: values.personIds ?? [],
    departmentIds: values.departmentIds ?? [],
    typeIds: values.typeIds ?? [],
    numbers: values.numbers ?? '',
  };
}

const chosenOf = (values: Values<typeof artificialChopping.fields>) =>
  (values.lines ?? []).map((line) => line.personId!);

const list = over(artificialChopping, 'manual_charge as c', {
  version: true,
  columns: { personIds: null, departmentIds: null, typeIds: null, numbers: null, lines: null },
  maker: 'c.maker_id',
});

const lines = over(
  artificialChoppingLines,
  'manual_charge_line as l',
  {
    columns: {
      personName: 'p.name',
      jobNumber: 'p.job_number',
      departmentName: 'd.name',
      status: sql`case when l.status = 'POSTED' and l.fail_reason <> '' then 'STUCK' else l.status end`,
      tradeNo: sql`coalesce(l.posting_id::text, '')`,
      reverseNo: sql`coalesce(l.reverse_posting_id::text, '')`,
      mainFen: 't.main_fen',
      subsidyFen: 't.subsidy_fen',
      giftFen: 't.gift_fen',
      arrearsFen: 't.arrears_fen',
    },
  },
  (from) =>
    from
      .innerJoin('manual_charge as c', (on) =>
        on.onRef('c.organization_id', '=', 'l.organization_id').onRef('c.id', '=', 'l.batch_id'),
      )
      .innerJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.person_id'),
      )
      .leftJoin('department as d', (on) =>
        on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
      )
      .leftJoin('trade as t', (on) =>
        on.onRef('t.organization_id', '=', 'l.organization_id').onRef('t.id', '=', 'l.posting_id'),
      ),
);

export default [
  bind(artificialChopping, {
    list,
    preview: async (ctx, values) => {
      const choice = choiceOf(values);
      const plan = await planCharge(ctx, choice);
      if (isRefusal(plan)) return plan;
      return values.lines
        ? chargeTotals(plan, new Set(chosenOf(values)), choice.kind)
        : chargeRows(
            plan,
            choice.departmentIds.length + choice.typeIds.length > 0 || !namesPeople(choice),
            choice.kind,
          );
    },
    create: (ctx, values) =>
      createCharge(ctx, {
        ...choiceOf(values),
        reason: values.reason!,
        remark: values.remark ?? '',
        chosen: chosenOf(values),
        totalFen: values.totalFen!,
        totalCount: values.totalCount!,
      }),
    outcomes: { reverse: takeBackOutcome },
    actions: chargeActions,
    ...problemsOf({ page: artificialChopping, list }, { page: artificialChoppingLines, list: lines }),
  }),
  bind(artificialChoppingLines, { list: lines }),
  bind(artificialChoppingDetail, {}),
];
