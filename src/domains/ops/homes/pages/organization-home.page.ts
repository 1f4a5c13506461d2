/** 单位首页: the work list, four figures against the same weekday, meals to come and of today, two weeks, terminals. */
import { blocksOf, type Cell, count, link, money, muted, tagged } from '../../../../kit/define/blocks.ts';
import { page } from '../../../../kit/define/page.ts';
import { comingCells, comingHeadings, comingKey, whole } from '../coming-cells.ts';
import type { OrganizationHome } from '../home-figures.ts';
import { lunchPath, mealsBlock, servingFigures, servingTables } from '../serving-blocks.ts';

const area = '/admin/organization';
const { work, figures, chart, table, notes, beside } = blocksOf<OrganizationHome>();

/** The same figures by themselves, for a screen beside the kitchen. */
const toLunch = { text: '就餐实况', to: lunchPath };

/** Those in trouble first: long silent, then those with records that wait. */
const trouble = (devices: OrganizationHome['devices']) =>
  devices
    .filter(({ online, offlineCount }) => !online || offlineCount > 0)
    .sort(
      (a, b) =>
        Number(a.online) - Number(b.online) ||
        b.offlineCount - a.offlineCount ||
        (a.lastBeatAt ?? '').localeCompare(b.lastBeatAt ?? ''),
    );

function stateCell({ online, lastBeatAt }: OrganizationHome['devices'][number]): Cell {
  if (online) return tagged('在线', 'success');
  return lastBeatAt
    ? tagged(`离线，最后心跳 ${lastBeatAt.slice(5, 16).replace('T', ' ')}`, 'warning')
    : tagged('尚未连接', 'neutral');
}

export default page({
  path: '/admin/organization/home',
  title: '单位首页',
  menu: ['首页', '工作台'],
  kind: 'dashboard',
  fields: {},
  order: 0,
  blocks: [
    work((home) => home.work),
    // While a meal is served: what a manager asks at its busiest minute.
    servingFigures<OrganizationHome>(),
    figures((home) => [
      money('今日消费净额', home.consumeFen, { before: home.consumeLastWeekFen, to: `${area}/consume_summary` }),
      count('今日就餐人次', home.heads, '人次', { before: home.headsLastWeek, to: `${area}/consume` }),
      money('今日充值存款', home.rechargeFen, { before: home.rechargeLastWeekFen, to: `${area}/recharge/detail` }),
      money(`${home.people} 人账户余额合计`, home.floatFen, { to: `${area}/account_balance` }),
    ]),
    servingTables<OrganizationHome>(toLunch),
    // Only where meals are reported or ordered at all.
    table('接下来的餐次', ({ coming }) => ({
      headings: [...comingHeadings, '预测份数', '上次浪费'],
      rows: coming.map((meal) => ({
        key: comingKey(meal),
        cells: [
          ...comingCells(meal),
          meal.forecast === null ? muted('—') : [whole(meal.forecast), muted(` ${meal.forecastRange}`)],
          meal.wasted === '' ? muted('—') : meal.wasted,
        ],
      })),
    })),
    beside(
      chart(
        '最近两周',
        '最近两周每天的消费净额与就餐人次',
        ({ days }) => days,
        { name: '消费净额（元）', of: (day) => day.consumeFen / 100 },
        { name: '就餐人次', of: (day) => day.heads, axis: '人次' },
      ),
      mealsBlock<OrganizationHome>(toLunch),
    ),
    table(
      '有问题的设备',
      ({ devices }) => ({
        headings: ['名称', '状态', '待上传（笔）'],
        rows: trouble(devices).map((device) => ({
          key: device.id,
          cells: [
            link(device.name, { path: `${area}/device_list`, query: { keyword: device.name } }),
            stateCell(device),
            device.offlineCount,
          ],
        })),
      }),
      { empty: '设备都在线，没有待上传的记录' },
    ),
    notes('其余设备', ({ devices }) => {
      const well = devices.length - trouble(devices).length;
      return well === 0 ? [] : [[link(`${well} 台`, `${area}/device_list`), ' 在线，没有待上传的记录']];
    }),
  ],
});
