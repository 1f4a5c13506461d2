/** 发放补贴 to one person; up to 500 yuan at once, above it after a second person's approval. */
import { choice, date, longText, ref, text, time } from '../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../kit/define/page.ts';
import { itemFlow, itemStates } from '../lots/item-states.ts';
import { type GrantUnit, inMeals, inMoney, linesOf } from '../units.ts';

const grantsIn = (unit: GrantUnit) =>
  page({
    path: `${unit.path}/recharge`,
    title: `发放${unit.noun}`,
    duties: { reject: 'check' },
    menu: unit.menu,
    order: 2,
    fields: {
      personId: ref('人员', 'person', { required: true, width: 400, help: '可输入姓名、工号，或把卡放到读卡器上' }),
      jobNumber: text('工号'),
      createdAt: time('时间', { sortable: true }),
      status: choice('状态', itemStates),
      amountFen: unit.amount(unit.word, {
        required: true,
        min: 1,
        max: unit.most,
        width: 200,
        help: `${unit.aloneText}以内直接入账，超过须由另一人审核`,
      }),
      remainingFen: unit.amount('剩余'),
      usedFen: unit.amount('已用'),
      clearedFen: unit.amount('已清'),
      returnedFen: unit.amount('已退'),
      expiresOn: date('有效期至', { width: 200, help: '不填则按规则；没有规则则长期有效' }),
      departmentId: ref('部门', 'department'),
      ruleId: ref('规则', `${unit.path}/configure`, {
        width: 300,
        help: '选择规则后，有效期、使用范围和扣款顺序按规则执行',
      }),
      batchNo: text('批次号', { columnWidth: 190 }),
      batchId: ref('批次', `${unit.path}/batch_recharge`),
      reason: longText('发放原因', { required: true, max: 50, width: 400 }),
      makerName: text('经办人'),
      checkerName: text('审核人'),
    },
    list: {
      columns: except('ruleId', 'batchNo', 'batchId'),
      subline: { personId: 'jobNumber' },
      search: [
        range('createdAt', 'thisMonth'),
        keyword('姓名/工号/批次号', 'personId', 'jobNumber', 'batchNo'),
        'status',
        'departmentId',
        'ruleId',
      ],
      totals: ['amountFen'],
      row: [
        'view',
        ...itemFlow.buttons,
        {
          key: 'return',
          label: `退${unit.noun}`,
          tone: 'danger',
          outcome: true,
          form: {
            returnFen: unit.amount(`退回${unit.word}`, {
              min: 1,
              help: `留空为全部退回；超过 ${unit.aloneText}须由另一人审核`,
            }),
            reason: longText('原因', { required: true, max: 100 }),
          },
          when: (r) => Number(r.remainingFen) > 0,
          whyNot: (r) =>
            r.status === 'PENDING' ? '还没有入账' : Number(r.remainingFen) > 0 ? undefined : '没有剩余可退',
          done: `已退回单位；超过 ${unit.aloneText}的在「退${unit.noun}」中等待另一人审核`,
        },
        {
          key: 'ledger',
          label: '流水',
          open: `${linesOf(unit)}?batchId={batchId}&businessDate=*`,
          when: (r) => r.status !== 'PENDING' && r.status !== 'VOID',
        },
      ],
      tools: ['create'],
      createLabel: `发放${unit.noun}`,
    },
    form: {
      done: `已提交；${unit.aloneText}以内已入账，超过的等待另一人审核`,
      createOnly: true,
      undo: { key: 'return', values: { reason: '发放后当场退回' }, done: '已退回单位' },
      outcome: true,
      sections: [
        { title: '发放对象', fields: ['personId'] },
        { title: unit.noun, fields: ['amountFen', 'ruleId', 'expiresOn', 'reason'] },
      ],
      submit: unit.purse === 'COUNT' ? '确认发放 {amountFen} 次' : '确认发放 {amountFen} 元',
    },
  });

export const grants = grantsIn(inMoney);
export const countGrants = grantsIn(inMeals);
