/** 就餐实况: who came, what was refused, how fast each window is, while a meal is served; and which walls show it. */
import { blocksOf, link, muted, tagged } from '../../../../kit/define/blocks.ts';
import { page } from '../../../../kit/define/page.ts';
import type { LunchNow } from '../home-figures.ts';
import { layoutPath, lunchPath, mealsBlock, servingFigures, servingTables } from '../serving-blocks.ts';

const { notes, table } = blocksOf<LunchNow>();

export default page({
  path: lunchPath,
  title: '就餐实况',
  menu: ['首页', '工作台'],
  kind: 'dashboard',
  fields: {},
  order: 2,
  blocks: [
    notes('现在没有供餐', ({ serving, next }) =>
      serving !== null
        ? []
        : [
            next === null
              ? '还没有设置餐次'
              : [
                  `下一餐：${next.tomorrow ? '明天' : '今天'}${next.name} ${next.hours}`,
                  muted('，开餐后这里每分钟更新'),
                ],
          ],
    ),
    servingFigures<LunchNow>(),
    servingTables<LunchNow>(),
    mealsBlock<LunchNow>(),
    table(
      '投到墙上的公示屏',
      ({ screens }) => ({
        headings: ['公示屏', '就餐实况'],
        rows: (screens ?? []).map(({ id, name, shows }) => ({
          key: id,
          cells: [name, shows ? tagged('供餐时显示', 'success') : muted('没有勾选')],
        })),
      }),
      { more: { text: '屏幕版式与网址', to: layoutPath } },
    ),
    notes('怎样投到墙上', ({ screens }) =>
      screens === null
        ? []
        : [
            screens.length === 0
              ? '还没有公示屏：由平台把公示屏设备分配给本单位'
              : [
                  '在 ',
                  link('单位信息关联', layoutPath),
                  ' 打开一块屏幕的「版式」，勾选「就餐实况」；没有终端的墙，用「预览/网址」在浏览器里打开。',
                ],
          ],
    ),
  ],
});
