/** What a meal that is being served looks like, and the meals of the day so far: the same on 单位首页 and 就餐实况. */
import { type Block, blocksOf, count, link, muted, yuan } from '../../../kit/define/blocks.ts';
import type { HomeMeal, Serving } from './home-figures.ts';

const area = '/admin/organization';
export const lunchPath = `${area}/lunch_board`;
/** Where a screen is laid out. */
export const layoutPath = `${area}/unit_information/link`;

/** How much of what is expected is here. */
const share = (heads: number, expected: number) => `${Math.round((heads / expected) * 100)}%`;

type More = { text: string; to: string };

/** How many came of those expected, what was refused, how fast it goes; nothing between meals. */
export function servingFigures<T extends { serving: Serving | null }>(): Block<T> {
  const { figures } = blocksOf<T>();
  return figures(({ serving }) =>
    serving === null
      ? []
      : [
          count(`${serving.name} ${serving.hours} 已就餐`, serving.heads, '人次', {
            before: serving.lastWeekHeads,
            to: { path: `${area}/consume`, query: { mealPeriodId: serving.mealPeriodId } },
          }),
          serving.expected === null
            ? count('上周此时', serving.lastWeekHeads, '人次')
            : count(`预计就餐，已到 ${share(serving.heads, serving.expected)}`, serving.expected, '人'),
          count(
            '没有刷成',
            serving.refusals.reduce((sum, one) => sum + one.count, 0),
            '次',
            { to: `${area}/consume/refused` },
          ),
          count('最近 5 分钟', serving.lately, '笔'),
        ],
  );
}

/** The windows, and why swipes were refused; nothing between meals. With the way to more of it where there is one. */
export function servingTables<T extends { serving: Serving | null }>(more?: More): Block<T> {
  const { table, beside } = blocksOf<T>();
  return beside(
    table(
      '各窗口',
      ({ serving }) => ({
        headings: ['设备', '本餐（笔）', '最近 5 分钟（笔）', '每人（秒）'],
        rows: (serving?.windows ?? []).map(({ id, name, swipes, lately, secondsEach }) => ({
          key: id,
          cells: [
            link(name, { path: `${area}/consume`, query: { deviceId: id, mealPeriodId: serving!.mealPeriodId } }),
            swipes,
            lately,
            secondsEach ?? muted(lately === 0 ? '空闲' : '—'),
          ],
        })),
      }),
      { ...(more && { more }) },
    ),
    table('没有刷成的原因', ({ serving }) => ({
      headings: ['原因', '次数'],
      rows: (serving?.refusals ?? []).map(({ why, label, count }) => ({
        key: why,
        cells: [link(label, { path: `${area}/consume/refused`, query: { why } }), count],
      })),
    })),
  );
}

/** 今日各餐, with the way to more of it where there is one. */
export function mealsBlock<T extends { meals: readonly HomeMeal[]; date: string }>(more?: More): Block<T> {
  return blocksOf<T>().table(
    '今日各餐',
    ({ meals, date }) => ({
      headings: ['餐次', '就餐人次', '上周此时', '笔数', '净额（元）'],
      rows: meals.map((meal) => ({
        key: meal.id,
        cells: [
          link(meal.name, {
            path: `${area}/consume_detail`,
            query: { businessDate: [date, date], mealPeriodId: meal.id },
          }),
          meal.heads,
          muted(meal.lastWeekHeads),
          meal.consumeCount,
          yuan(meal.netFen),
        ],
      })),
    }),
    { empty: '还没有设置餐次', ...(more && { more }) },
  );
}
