/** 计次流水: every line that moved somebody's meals. Meals are no money and stand in no sheet of it. */
import { choice, date, int, ref, text, time } from '../../../../kit/define/field.ts';
import { against } from '../../../../kit/define/identity.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { countKinds } from '../words.ts';

export default page({
  path: '/admin/organization/count_ledger',
  title: '计次流水',
  limited: ['DEPARTMENT'],
  menu: ['资金账户', '计次'],
  order: 3,
  fields: {
    at: time('发生时间', { sortable: true }),
    businessDate: date('营业日'),
    personId: ref('人员', 'person'),
    jobNumber: text('工号'),
    departmentId: ref('部门', 'department'),
    kind: choice('类型', countKinds),
    meals: int('变动', { unit: '次', help: '进入账户为正，离开为负' }),
    mealsAfter: int('变动后剩余', { unit: '次', help: '所动的那一笔次数变动后的剩余' }),
    batchId: ref('补贴批次', '/admin/organization/count_subsidy/batch_recharge'),
    expiresOn: date('有效期至', { none: '长期有效' }),
    operatorName: text('操作员'),
    reason: text('备注', { columnWidth: 180 }),
    entryNo: text('流水号', { columnWidth: 130 }),
  },
  list: {
    columns: except('jobNumber'),
    subline: { personId: 'jobNumber' },
    search: [
      range('businessDate', 'thisMonth'),
      'kind',
      keyword('姓名/工号/流水号', 'personId', 'jobNumber', 'entryNo'),
      'departmentId',
      'personId',
      'batchId',
    ],
    totals: ['meals'],
  },
  report: { identities: [against('meals', '计次对账单充入 − 扣减')] },
});
