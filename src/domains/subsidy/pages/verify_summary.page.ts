/** 补贴核销汇总: per batch or department 发放 = 已使用 + 已清零 + 已退 + 剩余; every number opens its lines. */
import { date, int, money, percent, ref, text } from '../../../kit/define/field.ts';
import { page, range } from '../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/subsidy/verify_summary',
  title: '补贴核销汇总',
  menu: ['补贴管理', '补贴报表'],
  order: 3,
  kind: 'report',
  fields: {
    groupName: text('批次/部门', { columnWidth: 220 }),
    batchNo: text('批次号'),
    grantOn: date('发放日期'),
    batchId: ref('批次', '/admin/organization/subsidy/batch_recharge'),
    departmentId: ref('部门', '/admin/organization/department', { tree: true }),
    people: int('发放人数', { unit: '人' }),
    grantedFen: money('发放额'),
    usedFen: money('已使用'),
    clearedFen: money('已清零', { help: '含结转到下期的部分' }),
    returnedFen: money('已退'),
    remainingFen: money('剩余'),
    usedRate: percent('使用率'),
  },
  list: {
    columns: ['groupName', 'people', 'grantedFen', 'usedFen', 'clearedFen', 'returnedFen', 'remainingFen', 'usedRate'],
    subline: { groupName: 'batchNo' },
    search: [range('grantOn', 'thisMonth'), 'batchId', 'departmentId'],
    totals: ['people', 'grantedFen', 'usedFen', 'clearedFen', 'returnedFen', 'remainingFen'],
    export: true,
  },
  report: {
    groups: [
      { value: 'batch', label: '批次' },
      { value: 'department', label: '部门' },
    ],
    identity: '发放 = 已使用 + 已清零 + 已退 + 剩余',
    chart: { kind: 'bar', x: 'groupName', y: ['usedFen', 'remainingFen'] },
  },
});
