/** 菜品首页: what waits, the week's menus, what the week holds and lacks, what is liked. */
import { below, blocksOf, type Cell, link, muted } from '../../../../kit/define/blocks.ts';
import { page } from '../../../../kit/define/page.ts';
import { weekdayNames } from '../days.ts';
import type { DishesHome, RatedDish } from '../home.ts';

const area = '/admin/organization';
const mostNames = 4;
const { work, table, notes, beside } = blocksOf<DishesHome>();

type Meal = DishesHome['week'][number]['meals'][number];

/** The dishes of a meal, whether they are published, and where they are cooked from. */
function mealCell(meal: Meal | undefined): Cell {
  if (!meal) return muted('未排');
  const { dishes, menus, published, menuId } = meal;
  const more = dishes.length > mostNames ? ` 等 ${dishes.length} 道` : '';
  return [
    `${dishes.slice(0, mostNames).join('、')}${more}`,
    below(published < menus ? `${menus - published} 份未发布` : '已发布'),
    ...(menuId === null
      ? []
      : [{ ...link('备餐单', { path: `${area}/food_menu/kitchen`, query: { id: menuId } }), below: true }]),
  ];
}

const inState = (status: string) => ({ path: `${area}/organization_food`, query: { status } });

const rated = (title: string, of: (home: DishesHome) => readonly RatedDish[]) =>
  table(
    title,
    (home) => ({
      headings: ['菜品', '评分', '评价'],
      rows: of(home).map(({ dishId, name, score, count }) => ({
        key: dishId,
        cells: [
          link(name, { path: `${area}/organization_food/record`, query: { id: dishId } }),
          score.toFixed(1),
          `${count} 条`,
        ],
      })),
    }),
    { empty: '评价满 10 条的菜品才参与排名' },
  );

export default page({
  path: '/admin/organization/dishes_home',
  title: '菜品首页',
  limited: 'common',
  menu: ['首页', '工作台'],
  kind: 'dashboard',
  fields: {},
  order: 20,
  blocks: [
    work(({ waiting }) => [
      {
        label: '三天内未发布的菜谱',
        count: waiting.unpublished,
        hint: '今天起三天内已排菜、还没有发布',
        path: `${area}/food_menu_v2`,
      },
      { label: '待我审核的菜品', count: waiting.pending, hint: '由他人提交', ...inState('PENDING') },
      { label: '被驳回的菜品', count: waiting.rejected, hint: '修改后重新提交', ...inState('REJECTED') },
      { label: '今日停售或售罄', count: waiting.stopped, hint: '在菜谱中恢复', path: `${area}/food_menu_v2` },
      { label: '平台库有新版', count: waiting.news, hint: '可比较差异后采用', path: `${area}/organization_food` },
      {
        label: '没有单价的食材',
        count: waiting.unpriced,
        hint: '成本只能算出下限',
        path: `${area}/organization_food_stuff`,
      },
    ]),
    table(
      '本周菜谱',
      ({ week }) => ({
        headings: [
          '餐次',
          ...week.map(({ day, today }, i) => `${weekdayNames[i]} ${day.slice(5)}${today ? ' 今天' : ''}`),
        ],
        rows: [...new Set(week.flatMap(({ meals }) => meals.map(({ meal }) => meal)))].map((name) => ({
          key: name,
          cells: [name, ...week.map(({ meals }) => mealCell(meals.find(({ meal }) => meal === name)))],
        })),
      }),
      { empty: link('本周还没有排菜，去排菜', `${area}/food_menu_v2`), lined: true },
    ),
    notes('营养与提醒', ({ nutrition, warnings, dishes }) => [
      [
        nutrition.met,
        nutrition.coverage === null ? '' : `（能量数据覆盖 ${nutrition.coverage}%）`,
        ' ',
        link('营养分析', `${area}/nourishment`),
      ],
      muted(nutrition.advice.slice(0, 6).join('、') || '没有不足或超出的项目'),
      `未发布菜谱中 ${warnings.errors} 处不能发布、${warnings.warnings} 处需确认`,
      ...warnings.first.map((text) => `· ${text}`),
      muted(
        `菜品 ${dishes.all} 道，已通过 ${dishes.approved} 道${dishes.undeclared > 0 ? `，本周 ${dishes.undeclared} 道未申报过敏原` : ''}`,
      ),
    ]),
    beside(
      rated('最受欢迎', ({ best }) => best),
      rated('评分最低', ({ worst }) => worst),
    ),
  ],
});
