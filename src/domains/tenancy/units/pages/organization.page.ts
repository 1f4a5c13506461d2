/** 单位管理: schools, companies, hospitals, offices: who looks after them, who cooks there, until when. */
import { bool, choice, date, int, place, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { contactFields, ownerFields } from '../unit-fields.ts';
import { organizationFlow, organizationStatuses } from '../unit-states.ts';

export default page({
  title: '单位管理',
  duties: { disable: 'keep', enable: 'keep' },
  path: '/admin/platform/organization',
  menu: ['客户', '客户管理'],
  order: 1,
  fields: {
    name: text('名称', { required: true, max: 50, width: 300, sortable: true, help: '单位全称' }),
    kind: choice(
      '类型',
      [
        { value: 'SCHOOL', label: '学校' },
        { value: 'COMPANY', label: '企业' },
        { value: 'HOSPITAL', label: '医院' },
        { value: 'GOVERNMENT', label: '机关' },
        { value: 'OTHER', label: '其他' },
      ],
      { required: true, width: 150 },
    ),
    agentId: ref('代理商', 'agent', { width: 300 }),
    contractorIds: refs('承包商', 'contractor'),
    ...contactFields,
    address: place('地址', { max: 100 }),
    peopleCount: int('人数', { unit: '人' }),
    foodLicenseNo: text('食品经营许可证', { max: 30, width: 300 }),
    foodLicenseEnd: date('许可证到期', { width: 150 }),
    expireAt: date('服务到期', { width: 150, sortable: true }),
    trial: bool('试用', { help: '试用单位功能完整，转正后不能再改回试用' }),
    status: choice('状态', organizationStatuses),
    createdAt: time('创建时间', { sortable: true }),
    ...ownerFields,
  },
  list: {
    columns: [
      'name',
      'kind',
      'agentId',
      'contractorIds',
      'regionId',
      'contact',
      'phone',
      'peopleCount',
      'expireAt',
      'status',
      'createdAt',
    ],
    search: [keyword('名称/联系人', 'name', 'contact'), 'kind', 'agentId', 'status', 'expireAt'],
    tools: ['create'],
    row: ['edit', ...organizationFlow.buttons],
  },
  form: {
    sections: [
      { title: '基本信息', fields: ['name', 'kind', 'agentId', 'regionId', 'address', 'contact', 'phone'] },
      { title: '证照与服务', fields: ['foodLicenseNo', 'foodLicenseEnd', 'expireAt', 'trial'] },
      { title: '登录账号', fields: ['loginName', 'password'] },
    ],
  },
});
