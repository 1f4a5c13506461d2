/** 补贴明细 of a contractor: every movement of subsidy money, in the units that open their diners' accounts to it. */
import { choice, date, money, ref, text, time } from '../../../../kit/define/field.ts';
import { againstInScope } from '../../../../kit/define/identity.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { lineKinds } from '../../lots/line-kinds.ts';

export const movedByDay = '每日补贴账户变动';

export default page({
  path: '/admin/contractor/subsidy_detail',
  title: '补贴明细',
  menu: ['资金管理', '充值退款'],
  order: 50,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    at: time('时间'),
    businessDate: date('日期', { hidden: true }),
    personName: text('姓名', { mask: 'name' }),
    jobNumber: text('工号'),
    departmentName: text('部门'),
    typeName: text('人员类别'),
    batchName: text('批次', { columnWidth: 150 }),
    lineKind: choice('类型', lineKinds),
    amountFen: money('金额', { help: '进入补贴为正，离开为负' }),
    balanceAfterFen: money('变动后余额', { help: '该笔补贴变动后的余额' }),
    expiresOn: date('到期日'),
    operatorName: text('操作员'),
    reason: text('说明', { columnWidth: 150 }),
  },
  list: {
    important: ['organizationId', 'at', 'personName', 'batchName', 'lineKind', 'amountFen', 'balanceAfterFen'],
    subline: { personName: 'jobNumber' },
    search: [
      range('businessDate', 'thisMonth'),
      'lineKind',
      'batchName',
      'departmentName',
      keyword('姓名/工号', 'personName', 'jobNumber'),
    ],
    sort: '-at',
    totals: ['amountFen'],
    row: ['view'],
  },
  report: { identities: [againstInScope('amountFen', movedByDay)] },
});
