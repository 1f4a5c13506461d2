/** 补贴明细: every movement of subsidy money of every person. */
import { choice, date, money, ref, text, time } from '../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../kit/define/page.ts';
import { ownDepartment } from '../../people/public.ts';
import { lineKinds } from '../lots/line-kinds.ts';

const fields = {
  at: time('时间'),
  businessDate: date('日期'),
  personId: ref('人员', 'person'),
  personName: text('姓名'),
  jobNumber: text('工号'),
  departmentId: ref('部门', 'department'),
  ownDepartmentId: ownDepartment,
  typeId: ref('人员类别', 'person_type'),
  batchId: ref('批次', 'subsidy_batch', { columnWidth: 150 }),
  ruleId: ref('规则', 'subsidy_rule'),
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
  limited: ['DEPARTMENT'],
  menu: ['补贴管理', '补贴报表'],
  order: 1,
  fields,
  list: {
    columns: except('businessDate', 'personId', 'ownDepartmentId', 'ruleId'),
    subline: { personName: 'jobNumber' },
    search: [
      range('businessDate', 'thisMonth'),
      'lineKind',
      'batchId',
      'ruleId',
      'departmentId',
      keyword('姓名/工号', 'personName', 'jobNumber'),
      'personId',
      'ownDepartmentId',
      'personId',
    ],
    sort: '-at',
    totals: ['amountFen'],
    row: [
      {
        key: 'batch',
        label: '批次',
        open: '/admin/organization/subsidy/batch_recharge/record?id={batchId}',
        when: (r) => r.batchId !== null,
      },
      'view',
    ],
  },
});
