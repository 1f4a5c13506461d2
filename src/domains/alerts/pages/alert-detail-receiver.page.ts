/** 接收设置: who hears of which alerts, and in which post: whoever is on duty first, then the director, then the head. */
import { choice, choices, normalDisabled, ref, refs, time } from '../../../kit/define/field.ts';
import { onOff } from '../../../kit/define/on-off.ts';
import { page } from '../../../kit/define/page.ts';
import { posts } from '../alert-states.ts';
import { alertKinds, alertLevels } from '../catalogue.ts';
import alertDetail from './alert-detail.page.ts';

export default page({
  of: alertDetail,
  path: 'receiver',
  title: '接收设置',
  fields: {
    employeeId: ref('员工', '/admin/organization/employee', { required: true, createOnly: true, width: 300 }),
    post: choice('岗位', posts, {
      required: true,
      createOnly: true,
      initial: 'DUTY',
      width: 200,
      help: '严重预警 10 分钟无人处理转告总监，30 分钟转告负责人；警告 4 小时转告总监',
    }),
    minLevel: choice('最低级别', alertLevels, { required: true, initial: 'INFO', width: 150 }),
    kinds: choices('类型', alertKinds, { none: '全部类型', help: '不选为全部类型', width: 500 }),
    restaurantIds: refs('餐厅', 'restaurant', { none: '全部餐厅', help: '不选为全部餐厅', width: 500 }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    createdAt: time('设置时间', { sortable: true }),
  },
  list: {
    search: ['employeeId', 'post', 'status'],
    tools: ['create'],
    row: ['edit', ...onOff('停用后不再通知，确定？'), 'remove'],
  },
  form: { sections: [{ fields: ['employeeId', 'post', 'minLevel', 'kinds', 'restaurantIds'] }] },
});
