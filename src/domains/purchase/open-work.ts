/** What waits for the caterer's buyers, inspectors and chef: each line is the rows of a list, which counts them itself. */
import { dateAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { Work } from '../shell/public.server.ts';

const erp = '/admin/contractor/erp';
const shop = '/admin/contractor/supermarket';

/** What a caterer has called back and a unit has not answered yet. */
export const unitWork = async (): Promise<readonly Work[]> => [
  {
    label: '召回通知',
    hint: '承包商召回的批次，停用、封存后回复',
    path: '/admin/organization/supply_recall',
    search: { status: ['SENT'] },
    needs: 'answer',
    bad: true,
  },
];

export async function openWork(ctx: Ctx): Promise<readonly Work[]> {
  // What was not bought for a day that is over is bought no more.
  const purchaseDate = [dateAt(ctx.clock.now()), null];
  const daily = `${shop}/supermarket_daily_purchase`;
  return [
    {
      label: '来不及',
      hint: '按供应商的提前天数与每日截单已送不到，换供应商或替代',
      path: daily,
      search: { purchaseDate, status: ['DRAFT'], late: true },
      needs: ['change', 'order'],
      bad: true,
    },
    {
      label: '待下单',
      hint: '已算出需求、还没有生成采购单',
      path: daily,
      search: { purchaseDate, status: ['DRAFT'] },
      needs: 'order',
    },
    {
      label: '采购单价待批',
      hint: '手填的单价与价目表不同，另一人批准以后才能下单',
      path: daily,
      search: { purchaseDate, status: ['DRAFT'], priceState: ['WAIT'] },
      needs: 'approvePrice',
    },
    {
      label: '价格待批',
      hint: '高于价目表或均价的验收行，批准后入库',
      path: `${erp}/receipt`,
      search: { status: ['HELD'] },
      needs: 'approve',
      bad: true,
    },
    {
      label: '待验收',
      hint: '已下单、没有到齐的采购单',
      path: `${erp}/supply_order`,
      search: { status: ['ORDERED', 'PART_RECEIVED'] },
      needs: `${erp}/receipt#create`,
    },
    {
      label: '待加工',
      hint: '要做好入库、还没有复核的半成品',
      path: `${erp}/production`,
      search: { status: ['PLANNED'] },
      needs: ['update', 'finish'],
    },
    {
      label: '待领用',
      hint: '已备料、厨师还没有确认的领料单',
      path: `${erp}/kitchen_sheet`,
      search: { status: ['PREPARED'] },
      needs: 'take',
    },
    {
      label: '召回通知未发',
      hint: '已封存、给单位的通知还是草稿',
      path: `${erp}/lot_recall`,
      search: { unsent: true },
      needs: 'sendNotices',
      bad: true,
    },
    {
      label: '未配BOM菜品',
      hint: '有食材没有配商品，采购需求算不全',
      path: `${shop}/food_bom`,
      search: { unmapped: true },
      needs: 'target',
    },
    {
      label: '供应商证照急需更新',
      hint: '许可证或证照已过期、7 天内到期',
      path: `${erp}/supplier`,
      search: { state: ['EXPIRED', 'PAPER_OVER', 'EXPIRING7'] },
      needs: ['addPaper', 'update'],
      bad: true,
    },
    {
      label: '供应商证照到期',
      hint: '许可证或证照 60 天内到期，30 天内的先办',
      path: `${erp}/supplier`,
      search: { state: ['EXPIRING30', 'EXPIRING'] },
      needs: ['addPaper', 'update'],
    },
    {
      label: '供应商有异议',
      hint: '供应商不认可的对账单，核对后作废重出或请他再确认',
      path: `${erp}/supplier_statement`,
      search: { status: ['DISPUTED'] },
      needs: 'confirm',
      bad: true,
    },
    {
      label: '待付供应商',
      hint: '双方都已确认、还没有登记付款的对账单',
      path: `${erp}/supplier_statement`,
      search: { status: ['AGREED'] },
      needs: 'pay',
    },
  ];
}
