/** 后厨权限: posts and workers against the zones of the kitchens. */
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/cook_user/permissions',
  title: '后厨权限',
  menu: ['食品安全', '后厨人员'],
  order: 30,
  kind: 'custom',
  fields: {},
  verbs: { grid: '查看权限', past: '查看历史', save: '保存权限' },
  duties: { grid: 'look', past: 'look', save: 'setup' },
});
