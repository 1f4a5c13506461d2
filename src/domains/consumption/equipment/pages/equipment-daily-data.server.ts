/** 设备日数据 and 设备月数据. */
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { readsOf } from '../../summaries/summary.ts';
import { dayFilter, equipmentDays } from '../days.ts';
import { equipmentMonths } from '../months.ts';
import { equipmentDailyData, equipmentMonthlyData } from './equipment-daily-data.page.ts';

const booksOf = (ctx: Ctx) => ({ db: ctx.db, services: ctx.services, organizationId: ownOrganization(ctx) });
const { consumeCount, ...booked } = readsOf('place');

export default [
  bind(equipmentDailyData, {
    rows: (ctx, search) => equipmentDays(booksOf(ctx), dayFilter(search)),
    proof: {
      reads: {
        ...booked,
        count: consumeCount,
        takenCount: 'device_day.taken_count',
        takenFen: 'device_day.taken_fen',
        beyondFen: 'offline_trade.charged_fen',
        suspendedCount: 'offline_trade.state',
        suspendedFen: 'offline_trade.amount_fen',
        waitingCount: 'device_day.waiting_count',
        waitingFen: 'device_day.waiting_fen',
      },
    },
  }),
  bind(equipmentMonthlyData, {
    rows: (ctx, search) => equipmentMonths(booksOf(ctx), dayFilter(search)),
    proof: { reads: booked },
  }),
];
