/** 代理商: who sells the platform, where, at which grade, and to how many customers. */
import { choice, date, int, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { contactFields, ownerFields } from '../unit-fields.ts';
import { agentFlow, agentStatuses } from '../unit-states.ts';

export default page({
  title: '代理商',
  duties: { disable: 'keep', enable: 'keep' },
  path: '/admin/platform/agent',
  menu: ['客户', '客户管理'],
  order: 2,
  fields: {
    name: text('名称', { required: true, max: 50, width: 300, sortable: true }),
    gradeId: ref('等级', 'agent_grade', { required: true, width: 200 }),
    ...contactFields,
    licenseNo: text('营业执照', { max: 18, width: 300, placeholder: '统一社会信用代码' }),
    contractStart: date('合同起', { width: 150 }),
    contractEnd: date('合同止', { width: 150, sortable: true }),
    customerCount: int('客户数', { unit: '个' }),
    status: choice('状态', agentStatuses),
    createdAt: time('创建时间', { sortable: true }),
    ...ownerFields,
  },
  list: {
    columns: ['name', 'gradeId', 'regionId', 'contact', 'phone', 'customerCount', 'contractEnd', 'status', 'createdAt'],
    search: [keyword('名称/联系人', 'name', 'contact'), 'gradeId', 'status', 'contractEnd'],
    tools: ['create'],
    row: ['edit', ...agentFlow.buttons],
  },
  form: {
    sections: [
      { title: '基本信息', fields: ['name', 'gradeId', 'regionId', 'contact', 'phone', 'licenseNo'] },
      { title: '合同', fields: ['contractStart', 'contractEnd'] },
      { title: '登录账号', fields: ['loginName', 'password'] },
    ],
  },
});
