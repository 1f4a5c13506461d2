/** 设备缺号. */

import type { Fields } from '../../../../kit/define/field.ts';
import { anyPage } from '../../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { bind, type ListSource, type QueryAnswer } from '../../../../kit/server/page/binding.ts';
import { runList } from '../../../../kit/server/query/list.ts';
import {
  closableMonth,
  fleetColumns,
  fleetFrom,
  giveUpGaps,
  healSequences,
  reopenGaps,
} from '../../../device/public.server.ts';
import gap from './offline-consume-gap.page.ts';

const list: ListSource<typeof gap.fields> = {
  from: (db, ctx) => fleetFrom(db, ctx.clock.now()),
  id: 'd.id',
  columns: fleetColumns,
  names: { deploySiteId: 's.name' },
};

/**
 * What became of the numbers, and whether the terminals let the month be closed, once all of them are in sight. More may wait
 * on a terminal than its numbers tell only while a beat is on its way.
 */
function closable(ctx: Ctx, { rows, total, sums }: QueryAnswer): QueryAnswer['check'] {
  if (!sums) return null;
  const { usedCount = 0, receivedCount = 0, offlineCount = 0, missingCount = 0, givenUpCount = 0 } = sums;
  const { month } = closableMonth(ctx.clock.now());
  const left = rows.filter((r) => r.light !== 'SAFE' && r.light !== 'UNUSED').length;
  const close = left === 0 ? `；全部设备已传齐，可以月结 ${month}` : `；${left} 台设备妨碍月结 ${month}`;
  return {
    ok: usedCount === receivedCount + offlineCount + missingCount + givenUpCount,
    text: `设备流水 ${usedCount} = 平台已收 ${receivedCount} + 未上传 ${offlineCount} + 缺号 ${missingCount} + 已放弃 ${givenUpCount}${rows.length < total ? '' : close}`,
  };
}

export default bind(gap, {
  list,
  query: async (ctx, input) => {
    await ctx.services.deviceSequences.flush();
    await healSequences(ctx.db, ownOrganization(ctx));
    const source = list as unknown as ListSource<Fields>;
    const answer = await runList({ page: anyPage(gap), source }, ctx, input);
    return { ...answer, check: closable(ctx, answer) };
  },
  actions: { giveUp: giveUpGaps, reopen: reopenGaps },
});
