/** Sample of a settings page. */
import { bool, hm, money } from '../../../src/kit/define/field.ts';
import { page } from '../../../src/kit/define/page.ts';

export default page({
  path: '/admin/organization/sample/rule',
  title: '借阅规则',
  kind: 'settings',
  menu: ['样例', '样例页'],
  fields: { dailyFineFen: money('每日罚金', { required: true }), lateHour: hm('最晚归还'), online: bool('网上续借') },
  form: { sections: [{ title: '罚金', fields: ['dailyFineFen', 'lateHour', 'online'] }] },
});
