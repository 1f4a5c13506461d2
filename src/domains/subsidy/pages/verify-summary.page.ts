/** 补贴核销汇总: per batch or department 发放 = 已使用 + 已清零 + 已退 + 剩余; every number opens its lines. */
import { date, int, money, percent, ref, text } from '../../../kit/define/field.ts';
import { against, eq } from '../../../kit/define/identity.ts';
import { all, type Drill, except, page, range } from '../../../kit/define/page.ts';
import type { LineKind } from '../lots/line-kinds.ts';

/** Lines of the row's batches, in its own department or those the sheet was narrowed to; all of them without kinds. */
const lines = (...kinds: LineKind[]): Drill => ({
  path: '/admin/organization/subsidy/detail',
  search: (row) => ({
    businessDate: null,
    batchId: row.batchIds,
    departmentId: row.within,
    ownDepartmentId: row.departmentId,
    lineKind: kinds,
  }),
});
const grants = ['GRANT', 'CARRY', 'RESTORE', 'ADJUST'] as const;

export default page({
  path: '/admin/organization/subsidy/verify_summary',
  title: '补贴核销汇总',
  menu: ['补贴管理', '补贴报表'],
  order: 3,
  fields: {
    groupName: text('批次/部门', { columnWidth: 220 }),
    batchNo: text('批次号'),
    grantOn: date('发放日期'),
    batchId: ref('批次', 'subsidy_batch'),
    departmentId: ref('部门', 'department'),
    people: int('发放人数', { unit: '人' }),
    grantedFen: money('发放额'),
    usedFen: money('已使用'),
    clearedFen: money('已清零', { help: '含结转到下期的部分' }),
    returnedFen: money('已退'),
    remainingFen: money('剩余'),
    usedRate: percent('使用率'),
  },
  list: {
    columns: except('grantOn', 'batchId', 'departmentId'),
    subline: { groupName: 'batchNo' },
    search: [range('grantOn', 'thisMonth'), 'batchId', 'departmentId'],
    totals: all(),
  },
  report: {
    groups: [
      { value: 'batch', label: '批次' },
      { value: 'department', label: '部门' },
    ],
    identities: [
      eq('grantedFen', ['usedFen', 'clearedFen', 'returnedFen', 'remainingFen']),
      against('grantedFen', '批次已发合计'),
    ],
    drill: {
      ...lines(),
      columns: {
        people: lines(...grants),
        grantedFen: lines(...grants),
        usedFen: lines('USE', 'REFUND'),
        clearedFen: lines('CLEAR', 'CLEAR_BACK'),
        returnedFen: lines('RETURN', 'RETURN_BACK'),
      },
    },
    chart: { kind: 'bar', x: 'groupName', y: ['usedFen', 'remainingFen'] },
  },
});
