/** 平台首页: what waits, units and terminals, money of the day against the same weekday, the last two weeks. */
import { blocksOf, count, link, money, yuan } from '../../../../kit/define/blocks.ts';
import { page } from '../../../../kit/define/page.ts';
import type { PlatformHome } from '../platform-figures.ts';

const { work, figures, chart, table, beside } = blocksOf<PlatformHome>();

export default page({
  path: '/admin/platform/platform_home',
  title: '平台首页',
  menu: ['首页', '工作台'],
  kind: 'dashboard',
  fields: {},
  order: 0,
  blocks: [
    work((home) => home.work),
    figures((home) => [
      money('今日消费净额', home.consumeFen, { before: home.consumeLastWeekFen }),
      money('今日充值存款', home.rechargeFen, { before: home.rechargeLastWeekFen }),
      count('今日就餐人次', home.heads, '人次', { before: home.headsLastWeek }),
      money('就餐人员账户余额合计', home.floatFen),
      count('单位', home.organizations, '家', { to: '/admin/platform/organization' }),
      count('承包商', home.contractors, '家', { to: '/admin/platform/contractor' }),
      count('就餐人员', home.people, '人', { to: '/admin/platform/user' }),
      {
        title: '在线设备',
        value: `${home.devices.online} / ${home.devices.inUse}`,
        unit: '台',
        to: '/admin/platform/device?status=ACTIVE',
      },
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
        '今日消费前列的单位',
        ({ busiest }) => ({
          headings: ['单位', '在册人数', '就餐人次', '净额（元）'],
          rows: busiest.map(({ id, name, people, heads, consumeFen }) => ({
            key: id,
            cells: [
              link(name, { path: '/admin/platform/organization', query: { keyword: name } }),
              people,
              heads,
              yuan(consumeFen),
            ],
          })),
        }),
        { empty: '今天还没有消费' },
      ),
    ),
  ],
});
