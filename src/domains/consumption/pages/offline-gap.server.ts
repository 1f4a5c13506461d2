/** 设备缺号. */

import { anyPage } from '../../../kit/define/page.ts';
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind, type ListSource } from '../../../kit/server/page/binding.ts';
import { runList } from '../../../kit/server/query/list.ts';
import { closableMonth, fleetColumns, fleetFrom, healSequences } from '../../device/fleet.ts';
import { giveUpGaps, reopenGaps } from '../../device/give-up.ts';
import gap from './offline-gap.page.ts';

const list: ListSource<typeof gap.fields> = {
  from: (db, ctx) => fleetFrom(db, ctx.clock.now()),
  id: 'd.id',
  columns: fleetColumns,
  names: { deploySiteId: 's.name' },
  check: async (ctx, _search, { sums, rows, total }) => {
    if (!sums) return null;
    const { usedCount = 0, receivedCount = 0, offlineCount = 0, missingCount = 0, givenUpCount = 0 } = sums;
    const { month } = closableMonth(ctx.clock.now());
    const against = rows.filter((r) => r.light !== 'SAFE' && r.light !== 'UNUSED').length;
    const close =
      rows.length < total
        ? ''
        : against === 0
          ? `；全部设备已传齐，可以月结 ${month}`
          : `；${against} 台设备妨碍月结 ${month}`;
    return {
      // More may wait on a terminal than its numbers tell only while a beat is on its way.
      ok: usedCount === receivedCount + offlineCount + missingCount + givenUpCount,
      text: `设备流水 ${usedCount} = 平台已收 ${receivedCount} + 未上传 ${offlineCount} + 缺号 ${missingCount} + 已放弃 ${givenUpCount}${close}`,
    };
  },
};

export default bind(gap, {
  list,
  query: async (ctx, input) => {
    await ctx.services.deviceSequences.flush();
    await healSequences(ctx.db, ownOrganization(ctx));
    return runList({ page: anyPage(gap), source: list as unknown as ListSource<Record<string, never>> }, ctx, input);
  },
  actions: { giveUp: giveUpGaps, reopen: reopenGaps },
});
