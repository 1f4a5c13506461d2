/** 部门首页: who looks after a class or a department begins here, with the meals to be said and what waits. */
import { blocksOf, count, link } from '../../../../kit/define/blocks.ts';
import { page } from '../../../../kit/define/page.ts';
import { comingCells, comingHeadings, comingKey } from '../coming-cells.ts';
import type { DepartmentHome } from '../home-figures.ts';

const area = '/admin/organization';
const { work, figures, table, notes } = blocksOf<DepartmentHome>();

export default page({
  path: '/admin/organization/department_home',
  title: '部门首页',
  menu: null,
  kind: 'dashboard',
  limited: ['DEPARTMENT'],
  fields: {},
  blocks: [
    work((home) => home.work),
    table(
      '接下来的餐次',
      ({ coming }) => ({
        headings: comingHeadings,
        rows: coming.map((meal) => ({ key: comingKey(meal), cells: comingCells(meal) })),
      }),
      { empty: '今明两天没有要报的餐' },
    ),
    notes('报餐', () => [
      [link('按周报餐', `${area}/manual_report_meal_v2`), '：逐人逐餐，默认就餐的不吃在这里取消'],
      [link('只报人数', `${area}/manual_report_meal/count`), '：没有名单的餐报几个人'],
      [link('缺勤登记', `${area}/manual_report_meal/absence`), '：请假、研学，登记后不报餐、不扣费'],
      [link('客餐申请', `${area}/manual_report_meal/guest`)],
    ]),
    figures((home) => [
      count('本部门人员', home.people, '人', { to: { path: `${area}/user`, query: { status: ['NORMAL'] } } }),
      count('今日缺勤', home.away, '人', { to: `${area}/manual_report_meal/absence` }),
      count('今日就餐人次', home.heads, '人次', { to: `${area}/meal_head_detail` }),
    ]),
  ],
});
