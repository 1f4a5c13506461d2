/** 服务器监控: is everything well, now. */
import { page } from '../../../../kit/define/page.ts';

export default page({
  title: '服务器监控',
  kind: 'dashboard',
  path: '/admin/system/server',
  menu: ['系统', '系统'],
  order: 40,
  fields: {},
});
