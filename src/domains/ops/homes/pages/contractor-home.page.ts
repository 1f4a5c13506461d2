/** 承包商首页: what waits, the day in its restaurants against the same weekday, its purse, the units it serves. */
import { blocksOf, count, link, money, yuan } from '../../../../kit/define/blocks.ts';
import { page } from '../../../../kit/define/page.ts';
import type { ContractorHome } from '../contractor-figures.ts';

const { work, figures, chart, table, beside } = blocksOf<ContractorHome>();

export default page({
  path: '/admin/contractor/contractor_home',
  title: '承包商首页',
  menu: ['首页', '工作台'],
  kind: 'dashboard',
  fields: {},
  order: 0,
  blocks: [
    work((home) => home.work),
    figures((home) => [
      money('今日消费净额', home.consumeFen, {
        before: home.consumeLastWeekFen,
        to: {
          path: '/admin/contractor/report_form/everyday_consume_summary',
          query: { businessDate: `${home.date},${home.date}` },
        },
      }),
      count('今日就餐人次', home.heads, '人次', { before: home.headsLastWeek }),
      money('今日充值存款', home.rechargeFen, { before: home.rechargeLastWeekFen }),
      money('本月消费净额', home.monthFen),
      count('今日待就餐订单', home.waitingPortions, '份', {
        to: { path: '/admin/contractor/report_form/order_detail', query: { diningDate: `${home.date},${home.date}` } },
      }),
      money('可提现', home.availableFen, { to: '/admin/contractor/money_record' }),
      money('待结算', home.pendingFen, { to: '/admin/contractor/money_record' }),
      count('经营餐厅', home.restaurants, '家', { to: '/admin/contractor/restaurant' }),
    ]),
    beside(
      chart(
        '最近两周',
        '最近两周每天的消费净额与充值存款',
        ({ days }) => days,
        { name: '消费净额', of: (day) => day.consumeFen / 100 },
        { name: '充值存款', of: (day) => day.rechargeFen / 100 },
      ),
      table(
        '今日各单位',
        ({ served, date }) => ({
          headings: ['单位', '消费笔数', '就餐人次', '净额（元）', '上周此时（元）'],
          rows: served.map(({ id, name, consumeCount, heads, netFen, lastWeekFen }) => ({
            key: id,
            cells: [
              link(name, {
                path: '/admin/contractor/consume_detail',
                query: { organizationId: id, businessDate: `${date},${date}` },
              }),
              consumeCount,
              heads,
              yuan(netFen),
              yuan(lastWeekFen),
            ],
          })),
        }),
        { empty: '今天和上周此时都没有消费' },
      ),
    ),
  ],
});
