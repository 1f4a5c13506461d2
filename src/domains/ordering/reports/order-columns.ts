/** Columns, identities and drills the reports over orders share. */
import { int, money, percent } from '../../../kit/define/field.ts';
import { eq } from '../../../kit/define/identity.ts';
import type { Drill } from '../../../kit/define/page.ts';
import { countedOrders, liveOrders, orderPayTimes, unheldPayTimes } from '../orders/order-words.ts';

export const orderFigureFields = {
  orderCount: int('订单数', { unit: '单' }),
  people: int('订餐人数', { unit: '人', help: '同一人只计一次' }),
  portions: int('订餐份数', { unit: '份' }),
  eatenPortions: int('已就餐份数', { unit: '份' }),
  missedPortions: int('未就餐份数', { unit: '份' }),
  waitingPortions: int('待就餐份数', { unit: '份' }),
  cancelledPortions: int('取消份数', { unit: '份' }),
  amountFen: money('金额'),
  eatenFen: money('就餐入账'),
  dishBackFen: money('就餐后退菜', { help: '取餐以后逐道退的菜，原路退回' }),
  missedFen: money('未就餐扣费'),
  releasedFen: money('未就餐退回'),
  heldFen: money('冻结中'),
  unheldFen: money('未冻结', { help: '月结的订单，取餐时才记账' }),
  usedCounts: int('扣次', { unit: '次', help: '计次的订单取餐时从次数账户扣的次数，没有金额' }),
  eatRate: percent('就餐率', { help: '已判定的份数中就餐的；还没有判定的不算' }),
} as const;

/** 订餐 = 已就餐 + 未就餐 + 待就餐, in portions and in money. */
export const orderIdentities = [
  eq('portions', ['eatenPortions', 'missedPortions', 'waitingPortions']),
  eq('amountFen', ['eatenFen', 'dishBackFen', 'missedFen', 'releasedFen', 'heldFen', 'unheldFen']),
];

/** Columns that are no plain sums over the rows. */
export const notSummed = ['people', 'eatRate'] as const;

const orders = '/admin/organization/order_food_detail';

/** To the orders each column counts, or the lines of them at another path. */
export function orderDrill(lines: Drill['search'], path = orders): Drill & { columns: Record<string, Drill | null> } {
  const only = (...status: readonly string[]): Drill => ({
    path,
    search: (row, search) => ({ ...lines(row, search), status }),
  });
  const counted = only(...countedOrders);
  /** What waits, with money held for it or without. */
  const waiting = (held: boolean): Drill => {
    const payTime = orderPayTimes.map(({ value }) => value).filter((one) => unheldPayTimes.includes(one) !== held);
    const live = only(...liveOrders);
    return { ...live, search: (row, search) => ({ ...live.search(row, search), payTime }) };
  };
  return {
    ...counted,
    columns: {
      eatenPortions: only('EATEN'),
      eatenFen: only('EATEN'),
      dishBackFen: only('EATEN'),
      usedCounts: only('EATEN'),
      missedPortions: only('NO_SHOW'),
      missedFen: only('NO_SHOW'),
      releasedFen: only('NO_SHOW'),
      waitingPortions: only(...liveOrders),
      heldFen: waiting(true),
      unheldFen: waiting(false),
      cancelledPortions: only('CANCELLED'),
      people: null,
      eatRate: null,
    },
  };
}
