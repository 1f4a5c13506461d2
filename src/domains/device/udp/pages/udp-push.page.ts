/** UDP下发: what of people the UDP controllers have, lack or could not take; it travels over HTTPS, never in a datagram. */
import { choice, int, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { pushActions, pushFlow, pushStatuses, pushTargets } from '../../../people/public.ts';

const path = '/admin/organization/udp/push';
const selection = {
  target: choice('内容', pushTargets, { required: true, initial: 'PERSON' }),
  departmentIds: refs('部门', 'department', { help: '含下级；部门、人员都不选为全部人员' }),
  personIds: refs('人员', 'person'),
  deviceIds: refs('控制器', 'device', { help: '不选为全部登记的 UDP 控制器' }),
};

export default page({
  path,
  aliases: ['/admin/organization/udp_push'],
  title: 'UDP下发',
  menu: ['门禁考勤', '门禁'],
  order: 41,
  limited: ['DEPARTMENT'],
  duties: { push: 'setup', retry: 'setup', cleared: 'keep', erase: 'keep' },
  fields: {
    personId: ref('人员', 'person'),
    doorNo: text('门号', { columnWidth: 80 }),
    deviceId: ref('控制器', 'device', { columnWidth: 160 }),
    targetType: choice('内容', pushTargets),
    action: choice('动作', pushActions),
    status: choice('状态', pushStatuses),
    errorMsg: text('原因', { columnWidth: 180 }),
    retry: int('重试', { unit: '次' }),
    createdAt: time('创建时间', { sortable: true }),
    sentAt: time('取走时间'),
    doneAt: time('完成时间'),
    batchNo: text('批次', { columnWidth: 180 }),
  },
  list: {
    columns: except('batchNo', 'sentAt'),
    search: [
      keyword('姓名/批次', 'personId', 'batchNo'),
      'status',
      'deviceId',
      'targetType',
      'action',
      range('createdAt'),
    ],
    row: [...pushFlow.buttons, 'view'],
    tools: [
      { key: 'push', label: '下发', tone: 'primary', form: selection, shows: 'receipt' },
      { key: 'erase', label: '删除设备端', tone: 'danger', form: selection, shows: 'receipt' },
    ],
    refreshSeconds: 30,
    notice: true,
  },
});
