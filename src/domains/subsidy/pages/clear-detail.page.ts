/** 补贴清零明细: what was cleared of each lot at its end or by hand, what was carried over, what was given back. */
import { choice, date, longText, ref, text, time } from '../../../kit/define/field.ts';
import { eq } from '../../../kit/define/identity.ts';
import { all, except, keyword, page, range } from '../../../kit/define/page.ts';
import { type GrantUnit, inMeals, inMoney, linesOf } from '../units.ts';

export const clearStates = [
  { value: 'PENDING', label: '待清零', tone: 'warning' },
  { value: 'DONE', label: '已清零', tone: 'neutral' },
  { value: 'FAILED', label: '未清零', tone: 'danger' },
  { value: 'RESTORED', label: '已恢复', tone: 'success' },
] as const;

const clearDetailIn = (unit: GrantUnit) =>
  page({
    path: `${unit.path}/clear_detail`,
    title: `${unit.noun}清零明细`,
    limited: ['DEPARTMENT'],
    menu: unit.purse === 'COUNT' ? unit.menu : ['补贴管理', '补贴报表'],
    order: unit.purse === 'COUNT' ? 5 : 2,
    fields: {
      at: time('清零时间'),
      businessDate: date('期间'),
      runNo: text('清零单号', { columnWidth: 190 }),
      batchId: ref('批次', `${unit.path}/batch_recharge`, { columnWidth: 150 }),
      ruleId: ref('规则', `${unit.path}/configure`),
      personName: text('姓名'),
      jobNumber: text('工号'),
      departmentId: ref('部门', 'department'),
      beforeFen: unit.amount('清零前'),
      clearedFen: unit.amount('清零额'),
      carriedFen: unit.amount('结转额'),
      restoredFen: unit.amount('恢复'),
      restoreReason: text('恢复原因'),
      reason: text('说明', { columnWidth: 150 }),
      status: choice('状态', clearStates),
      expiresOn: date('到期日'),
      operatorName: text('操作员'),
    },
    list: {
      columns: except('businessDate', 'runNo', 'restoreReason', 'reason'),
      subline: { personName: 'jobNumber' },
      search: [
        range('businessDate', 'thisMonth'),
        'ruleId',
        'departmentId',
        'batchId',
        'status',
        keyword('姓名/工号/清零单号', 'personName', 'jobNumber', 'runNo'),
      ],
      sort: '-at',
      totals: all(),
      notice: true,
      tools: [
        { key: 'runs', label: '清零单', open: `${unit.path}/clear` },
        { key: 'clear', label: '清零', open: `${unit.path}/clear/form` },
      ],
      row: [
        {
          key: 'restore',
          label: '恢复',
          outcome: true,
          form: {
            newExpiresOn: date('新有效期至', { help: '原补贴已到期时必填；未到期的恢复到原补贴，不用填' }),
            restoreWhy: longText('恢复原因', { required: true, max: 100 }),
          },
          when: (r) => r.status === 'DONE' && Number(r.clearedFen) > 0,
          whyNot: (r) =>
            r.status === 'RESTORED' ? '已经恢复' : Number(r.clearedFen) === 0 ? '全部结转，没有清零' : undefined,
          done: '已恢复',
        },
        {
          key: 'ledger',
          label: '流水',
          open: `${linesOf(unit)}?batchId={batchId}&keyword={jobNumber}&businessDate=*`,
          when: (r) => r.batchId !== null,
        },
      ],
    },
    report: { identities: [eq('beforeFen', ['clearedFen', 'carriedFen'])] },
  });

export const clearDetail = clearDetailIn(inMoney);
export const countClearDetail = clearDetailIn(inMeals);
