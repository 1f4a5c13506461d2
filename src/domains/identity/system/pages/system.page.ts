/** 系统设置首页: the way into the pages of the super administrator. */
import { page } from '../../../../kit/define/page.ts';

export default page({
  title: '系统设置首页',
  kind: 'custom',
  path: '/admin/system',
  menu: null,
  everyone: true,
  fields: {},
});
