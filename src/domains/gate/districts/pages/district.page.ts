/** 区域管理: gates, dormitories, canteens and offices with their doors. */
import { districtsIn } from '../districts-in.ts';

export default districtsIn({
  path: '/admin/organization/district',
  title: '区域管理',
  menu: ['门禁考勤', '门禁'],
  order: 10,
  family: 'SITE',
});
