/** Server side of 补贴清零明细. */

import type { Notice } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { over } from '../../../kit/server/page/over.ts';
import { dueNow } from '../clearing/due.ts';
import { restoreCleared } from '../clearing/restore.ts';
import { type GrantUnit, inMeals, inMoney } from '../units.ts';
import { clearDetail, countClearDetail } from './clear-detail.page.ts';

/** What has ended and was not cleared, of the whole unit: nothing of it to who sees some departments. */
async function noticeOf(ctx: Ctx, unit: GrantUnit): Promise<Notice | null> {
  if (ctx.scope.departments !== 'ALL') return null;
  const organizationId = ownOrganization(ctx);
  const groups = await dueNow(ctx.services, organizationId, null, unit.purse);
  const [lots, fen] = groups.reduce(([n, all], group) => [n + group.lots, all + group.beforeFen], [0, 0]);
  return lots === 0
    ? { tone: 'success', text: `没有到期未清的${unit.noun}` }
    : { tone: 'info', text: `已到期未清 ${lots} 笔 ${unit.said(fen)}，每天 04:20 自动清零` };
}

const bindClear = (spec: typeof clearDetail, unit: GrantUnit) =>
  bind(spec, {
    list: over(
      spec,
      'subsidy_clear as c',
      {
        names: { batchId: 'b.name', ruleId: 'r.name' },
        columns: { runNo: 'u.run_no', personName: 'p.name', jobNumber: 'p.job_number' },
      },
      (from) =>
        from
          .innerJoin('subsidy_clear_run as u', (on) =>
            on.onRef('u.organization_id', '=', 'c.organization_id').onRef('u.id', '=', 'c.run_id'),
          )
          .innerJoin('person as p', (on) =>
            on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
          )
          .leftJoin('subsidy_batch as b', (on) =>
            on.onRef('b.organization_id', '=', 'c.organization_id').onRef('b.id', '=', 'c.batch_id'),
          )
          .leftJoin('subsidy_rule as r', (on) =>
            on.onRef('r.organization_id', '=', 'c.organization_id').onRef('r.id', '=', 'c.rule_id'),
          )
          .where('u.purse', '=', unit.purse),
    ),
    outsideTransaction: ['restore'],
    notice: (ctx) => noticeOf(ctx, unit),
    actions: {
      restore: (ctx, { rows, values }) =>
        restoreCleared(ctx, {
          id: rows[0]!.id,
          expiresOn: values.newExpiresOn as string | null,
          reason: String(values.restoreWhy),
        }),
    },
  });

export default [bindClear(clearDetail, inMoney), bindClear(countClearDetail, inMeals)];
