/** 菜品首页: the week's menus, what waits for somebody, what is liked, what the week holds. */
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/dishes_home',
  title: '菜品首页',
  limited: 'common',
  menu: ['首页', '工作台'],
  kind: 'dashboard',
  fields: {},
  order: 20,
});
