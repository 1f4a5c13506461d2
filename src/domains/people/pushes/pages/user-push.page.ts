/** 人员下发: what of people each terminal has, lacks or could not take; and whose card list is behind. */
import { bool, choice, int, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson, ownDepartment } from '../../persons/about-person.ts';
import { pushActions, pushFlow, pushStatuses, pushTargets } from '../push-states.ts';

const selection = {
  target: choice('内容', pushTargets, { required: true, initial: 'FACE' }),
  departmentIds: refs('部门', 'department', { help: '含下级；部门、类别、人员都不选为全部人员' }),
  typeIds: refs('人员类别', 'person_type'),
  personIds: refs('人员', 'person'),
  deviceIds: refs('设备', 'device', { help: '不选为全部可接收的设备' }),
};

export default page({
  path: '/admin/organization/user/push',
  aliases: ['/admin/organization/user_push'],
  title: '人员下发',
  duties: { cleared: 'keep', erase: 'keep' },
  limited: ['DEPARTMENT'],
  menu: ['人员卡务', '卡务与绑定'],
  order: 4,
  fields: {
    ...aboutPerson('人员'),
    ownDepartmentId: ownDepartment,
    deviceId: ref('设备', 'device'),
    targetType: choice('内容', pushTargets),
    action: choice('动作', pushActions),
    targetVersion: int('版本'),
    status: choice('状态', pushStatuses),
    errorMsg: text('原因'),
    errorCode: text('错误码'),
    retry: int('重试', { unit: '次' }),
    createdAt: time('创建时间', { sortable: true }),
    createdName: text('创建人'),
    sentAt: time('取走时间'),
    doneAt: time('完成时间'),
    batchNo: text('批次', { columnWidth: 180 }),
    typeId: ref('人员类别', 'person_type', { hidden: true }),
    present: bool('在用的照片', { hidden: true }),
  },
  list: {
    columns: except('ownDepartmentId', 'targetVersion', 'errorCode', 'createdName', 'typeId', 'present'),
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
      'typeId',
      'present',
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
