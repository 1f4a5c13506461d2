/** 人员下发: what of people each terminal has, lacks or could not take; and whose card list is behind. */
import { choice, int, longText, ref, refs, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { pushActions, pushMay, pushStatuses, pushStatusLabel, pushTargets } from '../push-states.ts';

const selection = {
  target: choice('内容', pushTargets, { required: true, initial: 'FACE' }),
  departmentIds: refs('部门', '/admin/organization/department', { help: '含下级；部门、类别、人员都不选为全部人员' }),
  typeIds: refs('人员类别', '/admin/organization/type'),
  personIds: refs('人员', '/admin/organization/user'),
  deviceIds: refs('设备', '/admin/organization/device_list', { help: '不选为全部可接收的设备' }),
};

export default page({
  path: '/admin/organization/user/push',
  aliases: ['/admin/organization/user_push'],
  title: '人员下发',
  menu: ['人员卡务', '卡务与绑定'],
  order: 4,
  fields: {
    personId: ref('人员', '/admin/organization/user'),
    jobNumber: text('工号/学号'),
    departmentId: ref('部门', '/admin/organization/department', { tree: true }),
    ownDepartmentId: ref('部门（不含下级）', '/admin/organization/department', { tree: true }),
    deviceId: ref('设备', '/admin/organization/device_list'),
    targetType: choice('内容', pushTargets),
    action: choice('动作', pushActions),
    targetVersion: int('版本'),
    status: choice('状态', pushStatuses),
    retry: int('重试', { unit: '次' }),
    errorMsg: text('原因'),
    errorCode: text('错误码'),
    batchNo: text('批次', { columnWidth: 180 }),
    createdAt: time('创建时间', { sortable: true }),
    createdName: text('创建人'),
    sentAt: time('取走时间'),
    doneAt: time('完成时间'),
  },
  list: {
    columns: [
      'personId',
      'departmentId',
      'deviceId',
      'targetType',
      'action',
      'status',
      'errorMsg',
      'retry',
      'createdAt',
      'sentAt',
      'doneAt',
      'batchNo',
    ],
    subline: { personId: 'jobNumber' },
    search: [
      keyword('姓名/工号/批次', 'personId', 'jobNumber', 'batchNo'),
      'deviceId',
      'status',
      'targetType',
      'action',
      'departmentId',
      range('createdAt'),
      'ownDepartmentId',
    ],
    sort: '-createdAt',
    row: [
      {
        key: 'retry',
        label: '重试',
        tone: 'primary',
        batch: true,
        when: (row) => pushMay('retry', row.status),
        whyNot: (row) => `下发任务当前为「${pushStatusLabel(row.status ?? '')}」`,
        done: '已重新排队，设备下次同步名单时取走',
      },
      {
        key: 'cleared',
        label: '确认已清除',
        tone: 'danger',
        form: {
          reason: longText('说明', { required: true, max: 100, placeholder: '如：设备已报废、已在设备上手工删除' }),
        },
        when: (row) => row.action === 'DELETE' && pushMay('cleared', row.status),
        whyNot: (row) => (row.action === 'DELETE' ? '已完成' : '只有删除任务可以人工确认'),
      },
      'view',
    ],
    tools: [
      { key: 'push', label: '下发', tone: 'primary', form: selection, shows: 'receipt' },
      { key: 'erase', label: '删除设备端', tone: 'danger', form: selection, shows: 'receipt' },
    ],
    export: true,
    refreshSeconds: 30,
  },
  verbs: { devices: '查看设备名单版本', missing: '查看未下发的挂失卡' },
});
