/** 补贴明细: every movement of subsidy money of every person. */
import { choice, date, money, ref, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { lineKinds } from '../lots/line-kinds.ts';

const fields = {
  at: time('时间'),
  businessDate: date('日期'),
  personName: text('姓名'),
  jobNumber: text('工号'),
  departmentId: ref('部门', '/admin/organization/department', { tree: true }),
  ownDepartmentId: ref('部门（不含下级）', '/admin/organization/department', { tree: true }),
  typeId: ref('人员类别', '/admin/organization/type'),
  batchId: ref('批次', '/admin/organization/subsidy/batch_recharge', { columnWidth: 150 }),
  ruleId: ref('规则', '/admin/organization/subsidy/configure'),
  lineKind: choice('类型', lineKinds),
  amountFen: money('金额', { help: '进入补贴为正，离开为负' }),
  balanceAfterFen: money('变动后余额', { help: '该笔补贴变动后的余额' }),
  expiresOn: date('到期日'),
  operatorName: text('操作员'),
  reason: text('说明', { columnWidth: 150 }),
};

export default page({
  path: '/admin/organization/subsidy/detail',
  title: '补贴明细',
  menu: ['补贴管理', '补贴报表'],
  order: 1,
  kind: 'report',
  fields,
  list: {
    columns: [
      'at',
      'personName',
      'jobNumber',
      'departmentId',
      'typeId',
      'batchId',
      'lineKind',
      'amountFen',
      'balanceAfterFen',
      'expiresOn',
      'operatorName',
      'reason',
    ],
    search: [
      range('businessDate', 'thisMonth'),
      'lineKind',
      'batchId',
      'ruleId',
      'departmentId',
      keyword('姓名/工号', 'personName', 'jobNumber'),
      'ownDepartmentId',
    ],
    sort: '-at',
    totals: ['amountFen'],
    export: true,
  },
});
