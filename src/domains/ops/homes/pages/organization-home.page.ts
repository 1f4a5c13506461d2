/** 单位首页: what waits, today's figures against the same weekday, and the last two weeks. */
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/home',
  title: '单位首页',
  menu: ['首页', '工作台'],
  kind: 'dashboard',
  fields: {},
  order: 0,
});
