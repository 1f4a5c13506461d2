/** 承包商: catering companies, their licences, settlement terms and state. */
import { choice, date, int, percent, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { contactFields, ownerFields, settleCycles } from '../unit-fields.ts';
import { contractorFlow, contractorStatuses } from '../unit-states.ts';

export default page({
  title: '承包商',
  duties: { freeze: 'keep', unfreeze: 'keep', disable: 'keep', enable: 'keep' },
  path: '/admin/platform/contractor',
  menu: ['客户', '客户管理'],
  order: 3,
  fields: {
    name: text('名称', { required: true, max: 50, width: 300, sortable: true, help: '营业执照上的全称' }),
    shortName: text('简称', { max: 20, width: 200 }),
    agentId: ref('代理商', 'agent', { width: 300 }),
    ...contactFields,
    licenseNo: text('统一社会信用代码', {
      width: 300,
      pattern: { source: '^[0-9A-HJ-NPQRTUWXY]{18}$', message: '应为 18 位数字和大写字母' },
    }),
    foodLicenseNo: text('食品经营许可证', { max: 30, width: 300 }),
    organizationCount: int('服务单位', { unit: '个' }),
    settleCycle: choice('结算周期', settleCycles, { required: true, initial: 'MONTH', width: 150 }),
    feeRate: percent('手续费率', { max: 10_000, initial: 0, width: 150 }),
    merchantNo: text('商户号', { max: 32, width: 200 }),
    foodLicenseEnd: date('许可证到期', { width: 150 }),
    expireAt: date('服务到期', { width: 150, sortable: true }),
    status: choice('状态', contractorStatuses),
    createdAt: time('创建时间', { sortable: true }),
    ...ownerFields,
  },
  list: {
    columns: except('regionId', 'licenseNo', 'foodLicenseNo', 'merchantNo', 'loginName'),
    search: [keyword('名称/联系人', 'name', 'shortName', 'contact'), 'agentId', 'status', 'expireAt', 'foodLicenseEnd'],
    tools: ['create'],
    row: ['edit', ...contractorFlow.buttons],
  },
  form: {
    sections: [
      { title: '基本信息', fields: ['name', 'shortName', 'agentId', 'regionId', 'contact', 'phone'] },
      { title: '证照', fields: ['licenseNo', 'foodLicenseNo', 'foodLicenseEnd'] },
      { title: '结算与服务', fields: ['settleCycle', 'feeRate', 'merchantNo', 'expireAt'] },
      { title: '登录账号', fields: ['loginName', 'password'] },
    ],
  },
});
