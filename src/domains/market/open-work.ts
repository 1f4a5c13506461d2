/** What waits for the caterer in its stores and shops: each line is the rows of a list, which counts them itself. */
import type { Ctx } from '../../kit/server/context.ts';
import { sqlOf } from '../../kit/server/db/sql-of.ts';
import type { Work } from '../shell/public.server.ts';
import { foundLast } from '../stock/public.server.ts';
import { ownContractor } from '../tenancy/public.server.ts';

const erp = '/admin/contractor/erp';
const shop = '/admin/contractor/supermarket';

const broken: Work = {
  label: '库存不平',
  hint: '昨夜核对发现的不符，处理前不能库存月结',
  path: `${erp}/stock_proof/break`,
  search: { span: ['NIGHT'] },
  bad: true,
};

const lines: readonly Work[] = [
  {
    label: '待补库存',
    hint: '已售出而账上没有的，入库或盘点后自动补出，没有补齐不能月结',
    path: `${erp}/stock_due`,
    search: { status: ['SHORT'] },
    bad: true,
  },
  {
    label: '临期物料',
    hint: '保质期只剩三分之一的',
    path: `${erp}/goods`,
    search: { expiring: true },
    needs: ['update', `${shop}/goods#price`],
  },
  {
    label: '低于最低库存',
    hint: '在库少于下限的物料',
    path: `${erp}/goods`,
    search: { belowMin: true },
    needs: ['update', `${shop}/supermarket_daily_purchase#run`],
  },
  {
    label: '待过账单据',
    hint: '已提交的出入库单',
    path: `${erp}/stock_bill`,
    search: { status: ['SUBMITTED'] },
    needs: 'post',
  },
  {
    label: '在途调拨',
    hint: '已发出、还没有确认收货',
    path: `${erp}/stock_bill`,
    search: { status: ['SENT'] },
    needs: 'receive',
  },
  {
    label: '未完的盘点',
    hint: '盘点中、待复盘与待审核',
    path: `${erp}/stock_count`,
    search: { status: ['OPEN', 'RECOUNT', 'COUNTED'] },
    needs: ['finish', 'post'],
  },
  {
    label: '库存待月结',
    hint: '上月以前还没有结账的仓库',
    path: `${erp}/stock_month`,
    search: { status: ['OPEN', 'CHECKED'] },
    needs: ['examine', 'close'],
  },
  {
    label: '商超待接单',
    hint: '已付款、等待接单的订单',
    path: `${shop}/supermarket_order`,
    search: { status: ['PAID'] },
    needs: 'accept',
  },
  {
    label: '商超待备货',
    hint: '已接单、还没有配送的订单',
    path: `${shop}/supermarket_order`,
    search: { status: ['PICKING'] },
    needs: 'pick',
  },
  {
    label: '商超售后',
    hint: '申请售后、等待退款的订单',
    path: `${shop}/supermarket_order`,
    search: { status: ['REFUNDING'] },
    needs: 'refund',
    bad: true,
  },
];

/** What the last night found in the caterer's own books stands first, until a night finds nothing. */
export const supplyWork = async (ctx: Ctx): Promise<readonly Work[]> =>
  (await foundLast(sqlOf(ctx.db), ownContractor(ctx))).length > 0 ? [broken, ...lines] : lines;
