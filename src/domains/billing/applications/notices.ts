/** What a unit should be told of its applications before they end, and after. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { graceDays, serviceState, warnDays } from './service-state.ts';

export interface ServiceNotice {
  id: string;
  name: string;
  endOn: string;
  over: boolean;
  advice: string;
}

/** What of the session's unit ends within sixty days or has ended, what ended first before the others. */
export async function serviceNotices(ctx: Ctx): Promise<ServiceNotice[]> {
  const { unitType, unitId } = ctx.session;
  if (unitId === null || (unitType !== 'ORGANIZATION' && unitType !== 'CONTRACTOR')) return [];
  const today = dateAt(ctx.clock.now());
  const rows = await ctx.db
    .selectFrom('unit_service')
    .selectAll()
    .where('unit_type', '=', unitType)
    .where('unit_id', '=', unitId)
    .where('end_on', '<=', addDays(today, warnDays))
    .where((eb) => eb.or([eb('sale', '=', 'NORMAL'), eb('base', '=', true)]))
    .orderBy('end_on')
    .orderBy('application_id')
    .execute();
  return rows.flatMap((row) => {
    const endOn = row.end_on!;
    const state = serviceState({ ...row, onSale: true, endOn, closedOn: row.closed_on }, today);
    if (state === 'CLOSED') return [];
    const readOnly = addDays(endOn, graceDays + 1);
    const then = state === 'READ_ONLY' ? '现在只能查询、导出和打印' : `${readOnly} 起只能查询、导出和打印`;
    return [
      {
        id: row.code,
        name: row.base ? '平台服务' : row.application_name,
        endOn,
        over: endOn < today,
        advice: `请在「应用」页续费，或联系代理商办理。${then}；刷卡消费、退款、纠错、月结和食品安全记录不受影响。`,
      },
    ];
  });
}
