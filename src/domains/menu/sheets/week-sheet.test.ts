/** A week's menu out of tables as people have them: printed forms, own layouts, and what cannot be read. */
import { expect, test } from 'vitest';
import { weekOf } from '../menus/days.ts';
import { readWeekSheet, type WeekNames, weekSheetRows } from './week-sheet.ts';

const names: WeekNames = {
  days: weekOf('2026-11-23'),
  meals: [
    { id: 1, name: '早餐' },
    { id: 2, name: '午餐' },
  ],
  places: ['一食堂', '二食堂'],
};
const read = (headers: readonly string[], ...rows: readonly string[][]) =>
  readWeekSheet(
    { headers, rows: rows.map((row) => headers.map((_, i) => row[i] ?? '')), rowNumbers: rows.map((_, i) => i + 2) },
    names,
  );
const brief = (headers: readonly string[], ...rows: readonly string[][]) => {
  const { cells, faults } = read(headers, ...rows);
  return {
    cells: cells.map(
      ({ date, mealPeriodId, dishes }) => `${date.slice(5)} ${mealPeriodId} ${dishes.map((one) => one.name).join('+')}`,
    ),
    faults,
  };
};

test('days are told by a date, a short date or the weekday', () => {
  const wanted = { cells: ['11-23 2 米饭', '11-24 2 面条'], faults: [] };
  for (const headers of [
    ['餐次', '周一 11-23', '周二 11-24'],
    ['餐次', '2026-11-23', '2026年11月24日'],
    ['餐别', '星期一', '礼拜二'],
    ['', '11月23日（周一）', '11/24'],
  ])
    expect(brief(headers, ['午餐', '米饭', '面条'])).toEqual(wanted);
});

test('our own form comes back as it went out', () => {
  const dishes = new Map([
    ['2026-11-23/2', ['红烧肉', '米饭']],
    ['2026-11-29/1', ['豆浆']],
  ]);
  const { titles, rows } = weekSheetRows(names, (date, meal) => dishes.get(`${date}/${meal}`) ?? []);
  expect(brief(titles, ...rows)).toEqual({ cells: ['11-29 1 豆浆', '11-23 2 红烧肉+米饭'], faults: [] });
});

test('a meal goes over several rows, a class of dishes may stand beside it, a dish counts once', () => {
  expect(
    brief(
      ['餐次', '类别', '周一', '周二'],
      ['午餐', '大荤', '红烧肉', '糖醋排骨'],
      ['', '素菜', '青菜、豆腐', '青菜'],
      ['', '主食', '米饭\n青菜', '米饭'],
    ),
  ).toEqual({ cells: ['11-23 2 红烧肉+青菜+豆腐+米饭', '11-24 2 糖醋排骨+青菜+米饭'], faults: [] });
});

test('prices behind a name are read, marks of our print and energy are no part of it', () => {
  const { cells } = read(
    ['餐次', '周一'],
    ['午餐', '红烧肉 8元\n鱼香肉丝（12.5元）\n青菜¥3\n番茄炒蛋 3 5\n米饭※\n720 kcal'],
  );
  expect(cells[0]!.dishes).toMatchObject([
    { name: '红烧肉', priceFen: 800 },
    { name: '鱼香肉丝', priceFen: 1250 },
    { name: '青菜', priceFen: 300 },
    { name: '番茄炒蛋 3 5', bare: '番茄炒蛋', priceFen: null },
    { name: '米饭※', bare: '米饭', priceFen: null },
  ]);
});

test('rows of other restaurants are passed over, by their name before the meal or in a column', () => {
  expect(brief(['餐次', '周一'], ['一食堂 午餐', '米饭'], ['二食堂 午餐', '面条'])).toEqual({
    cells: ['11-23 2 米饭'],
    faults: [],
  });
  expect(brief(['餐厅', '餐次', '周一'], ['二食堂', '午餐', '面条'], ['一食堂', '午餐', '米饭'])).toEqual({
    cells: ['11-23 2 米饭'],
    faults: [],
  });
});

test('another week, a day twice, a meal nobody serves and a table without days are told with their place', () => {
  expect(brief(['餐次', '周一 11-30', '周二'], ['午餐', '米饭', '面条'])).toEqual({
    cells: ['11-24 2 面条'],
    faults: ['表头「周一 11-30」不在 2026-11-23 至 2026-11-29 这一周'],
  });
  expect(brief(['餐次', '周一', '11-23'], ['夜宵', '米饭', '']).faults).toEqual([
    '表头「11-23」重复',
    '第 2 行「夜宵」不是这家餐厅的餐次',
  ]);
  expect(brief(['姓名', '工号'], ['张三', '1']).faults).toEqual([
    '表头里没有日期或星期：第一行应为「餐次、周一、周二…」',
  ]);
  // Lines of words below a table are no meals.
  expect(brief(['餐次', '周一'], ['午餐', '米饭'], ['过敏原：1 麸质']).faults).toEqual([]);
});
