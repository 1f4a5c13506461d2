/** 补贴核销汇总: per batch or department 发放 = 已使用 + 已清零 + 已退 + 剩余; every number opens its lines. */
import { date, int, percent, ref, text } from '../../../kit/define/field.ts';
import { against, eq } from '../../../kit/define/identity.ts';
import { all, type Drill, except, page, range } from '../../../kit/define/page.ts';
import type { LineKind } from '../lots/line-kinds.ts';
import { type GrantUnit, inMeals, inMoney, linesOf } from '../units.ts';

/** Lines of the ledger of a row's batches, of these kinds. */
const meals = (...kinds: string[]): Drill => ({
  path: linesOf(inMeals),
  search: (row) => ({ businessDate: null, batchId: row.batchIds, kind: kinds }),
});

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

const fieldsIn = (unit: GrantUnit) => ({
  groupName: text('批次/部门', { columnWidth: 220 }),
  batchNo: text('批次号'),
  grantOn: date('发放日期'),
  batchId: ref('批次', `${unit.path}/batch_recharge`),
  departmentId: ref('部门', 'department'),
  people: int('发放人数', { unit: '人' }),
  grantedFen: unit.amount('发放额'),
  usedFen: unit.amount('已使用'),
  clearedFen: unit.amount('已清零', { help: '含结转到下期的部分' }),
  returnedFen: unit.amount('已退'),
  remainingFen: unit.amount('剩余'),
  usedRate: percent('使用率'),
});

/** Granted, spent, cleared and taken back of a batch: each number opens its lines. */
const equation = eq('grantedFen', ['usedFen', 'clearedFen', 'returnedFen', 'remainingFen']);
const header = against('grantedFen', '批次已发合计');

export const verifySummary = page({
  path: `${inMoney.path}/verify_summary`,
  title: '补贴核销汇总',
  menu: ['补贴管理', '补贴报表'],
  order: 3,
  fields: fieldsIn(inMoney),
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
    identities: [equation, header],
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

export const countVerifySummary = page({
  path: `${inMeals.path}/verify_summary`,
  title: '计次补贴核销汇总',
  menu: inMeals.menu,
  order: 6,
  fields: fieldsIn(inMeals),
  list: {
    columns: except('grantOn', 'batchId', 'departmentId'),
    subline: { groupName: 'batchNo' },
    search: [range('grantOn', 'thisMonth'), 'batchId'],
    totals: all(),
  },
  report: {
    identities: [equation, header],
    drill: {
      ...meals(),
      columns: {
        people: meals('SUBSIDY_GRANT'),
        grantedFen: meals('SUBSIDY_GRANT', 'SUBSIDY_GRANT_BACK', 'ADJUST', 'ADJUST_BACK'),
        usedFen: meals('CONSUME', 'CONSUME_BACK'),
        clearedFen: meals('SUBSIDY_CLEAR', 'SUBSIDY_CLEAR_BACK'),
        returnedFen: meals('SUBSIDY_RETURN', 'SUBSIDY_RETURN_BACK'),
      },
    },
    chart: { kind: 'bar', x: 'groupName', y: ['usedFen', 'remainingFen'] },
  },
});
