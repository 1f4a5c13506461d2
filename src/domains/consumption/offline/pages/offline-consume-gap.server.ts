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
  safeToClose,
} from '../../../device/public.server.ts';
import gap from './offline-consume-gap.page.ts';

const list: ListSource<typeof gap.fields> = {
  from: (db, ctx) => fleetFrom(db, ctx.clock.now()),
  id: 'd.id',
  columns: fleetColumns,
  names: { deploySiteId: 's.name' },
};

const said = (n: number) => n.toLocaleString('zh-CN');

/**
 * What became of the numbers, and whether the terminals let the month be closed, once all of them are in sight. More may wait
 * on a terminal than its numbers tell only while a beat is on its way.
 */
async function closable(ctx: Ctx, { rows, total, sums }: QueryAnswer): Promise<QueryAnswer['check']> {
  if (!sums) return null;
  const { usedCount = 0, receivedCount = 0, offlineCount = 0, missingCount = 0, givenUpCount = 0 } = sums;
  const { month, endMs } = closableMonth(ctx.clock.now());
  // As 月结 itself judges: what waits or is missing behind a later record is none of that month's.
  const { devices } = await safeToClose(ctx.db, ownOrganization(ctx), endMs);
  const left = rows.filter((r) => devices.some(({ id }) => id === r.id)).length;
  const close = left === 0 ? `；全部设备已传齐，可以月结 ${month}` : `；${left} 台设备妨碍月结 ${month}`;
  return {
    ok: usedCount === receivedCount + offlineCount + missingCount + givenUpCount,
    text: `设备流水 ${said(usedCount)} = 平台已收 ${said(receivedCount)} + 未上传 ${said(offlineCount)} + 缺号 ${said(missingCount)} + 已放弃 ${said(givenUpCount)}${rows.length < total ? '' : close}`,
  };
}

export default bind(gap, {
  list,
  query: async (ctx, input) => {
    await ctx.services.deviceSequences.flush();
    await healSequences(ctx.db, ownOrganization(ctx));
    const source = list as unknown as ListSource<Fields>;
    const answer = await runList({ page: anyPage(gap), source }, ctx, input);
    return { ...answer, check: await closable(ctx, answer) };
  },
  actions: { giveUp: giveUpGaps, reopen: reopenGaps },
});
