/** 进销存首页: who buys, receives, stores or cooks for a caterer begins here, with what waits for him; quantities alone. */
import { blocksOf, count, link, muted, tagged } from '../../../../kit/define/blocks.ts';
import type { Choice } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { orderStatuses, sheetStatuses } from '../../../purchase/public.ts';
import type { SupplyHome } from '../supply-figures.ts';

const erp = '/admin/contractor/erp';
const { work, figures, table } = blocksOf<SupplyHome>();

const dayWords = (day: string, today: string) => `${day === today ? '今天' : '明天'} ${day.slice(5)}`;
const stateCell = (states: readonly Choice[], value: string) => {
  const state = states.find((one) => one.value === value);
  return tagged(state?.label ?? value, state?.tone ?? 'neutral');
};

/** Where only the first are shown: that there are more, and the list of them all. */
const restOf = (
  { rows, more }: { rows: readonly unknown[]; more: boolean },
  path: string,
  query: Record<string, string>,
) => (more ? { text: `只列出前 ${rows.length} 张，查看全部`, to: { path, query } } : undefined);

export default page({
  path: '/admin/contractor/supply_home',
  title: '进销存首页',
  menu: null,
  kind: 'dashboard',
  limited: 'common',
  fields: {},
  blocks: [
    work((home) => home.work),
    table('今明两天送货', ({ deliveries, accepts, date, until }) => ({
      headings: ['采购单', '送货日', '供应商', '送到', '品种', '状态', '验收'],
      rest: restOf(deliveries, `${erp}/supply_order`, {
        createdAt: '*',
        deliveryDate: `${date},${until}`,
        status: 'ORDERED,PART_RECEIVED,RECEIVED',
      }),
      rows: deliveries.rows.map(({ id, orderNo, day, supplier, house, lineCount, status }) => ({
        key: id,
        cells: [
          link(orderNo, `${erp}/supply_order/record?id=${id}`),
          dayWords(day, date),
          supplier,
          house,
          `${lineCount} 种`,
          stateCell(orderStatuses, status),
          accepts && status !== 'RECEIVED' ? link('验收', `${erp}/receipt/form?orderId=${id}`) : muted(''),
        ],
      })),
    })),
    table('今明两天领料', ({ sheets, date, until }) => ({
      headings: ['领料单', '用餐', '单位', '餐次', '品种', '状态'],
      rest: restOf(sheets, `${erp}/kitchen_sheet`, { createdAt: '*', diningDate: `${date},${until}` }),
      rows: sheets.rows.map(({ id, sheetNo, day, site, meal, lineCount, status }) => ({
        key: id,
        cells: [
          link(sheetNo, `${erp}/kitchen_sheet/record?id=${id}`),
          dayWords(day, date),
          site,
          meal,
          `${lineCount} 种`,
          stateCell(sheetStatuses, status),
        ],
      })),
    })),
    figures(({ counts }) =>
      counts.map(({ title, n, unit, path, query }) => count(title, n, unit, { to: { path, query } })),
    ),
  ],
});
