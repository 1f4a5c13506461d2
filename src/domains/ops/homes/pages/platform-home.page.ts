/** 平台首页: what waits, units and terminals, money of the day against the same weekday, the last two weeks. */
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/platform/platform_home',
  title: '平台首页',
  menu: ['首页', '工作台'],
  kind: 'dashboard',
  fields: {},
  order: 0,
});
