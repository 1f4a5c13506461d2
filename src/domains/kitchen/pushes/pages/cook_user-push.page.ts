/** 后厨人员下发: what the doors, check terminals and cabinets of the kitchen have of its people, lack, or could not take. */
import { bool, choice, int, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { pushActions, pushFlow, pushStatuses, pushTargets } from '../../../people/public.ts';
import { posts } from '../../words.ts';

const selection = {
  target: choice('内容', pushTargets, { required: true, initial: 'FACE' }),
  workerIds: refs('后厨人员', '/admin/organization/cook_user', { help: '不选为全部在岗人员' }),
  deviceIds: refs('设备', 'device', { help: '不选为后厨的全部门禁、晨检仪和留样柜' }),
};

export default page({
  path: '/admin/organization/cook_user/push',
  aliases: ['/admin/organization/cook_user_push'],
  title: '后厨人员下发',
  menu: ['食品安全', '后厨人员'],
  order: 50,
  limited: ['DEPARTMENT'],
  duties: { push: 'setup', retry: 'setup', cleared: 'keep', erase: 'keep' },
  fields: {
    personId: ref('人员', 'person'),
    post: choice('岗位', posts),
    working: bool('在岗', {
      columnWidth: 80,
      words: [
        { label: '在岗', tone: 'success' },
        { label: '已离岗', tone: 'neutral' },
      ],
    }),
    deviceId: ref('设备', 'device', { columnWidth: 160 }),
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
      'working',
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
