/** 补贴清零单: one clearing of what has ended, or of one batch; planned, decided by a second person where it is large, run behind. */
import { choice, date, int, longText, ref, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { clearFlow, clearStatuses } from '../clearing/run-states.ts';
import { type GrantUnit, inMeals, inMoney } from '../units.ts';

const modes = [
  { value: 'AUTO', label: '到期自动' },
  { value: 'MANUAL', label: '手工' },
] as const;

const clearIn = (unit: GrantUnit) => {
  const path = `${unit.path}/clear` as const;
  return page({
    path,
    title: `${unit.noun}清零单`,
    menu: unit.menu,
    order: 6,
    fields: {
      runNo: text('清零单号', { columnWidth: 190 }),
      mode: choice('方式', modes),
      status: choice('状态', clearStatuses),
      batchId: ref('批次', `${unit.path}/batch_recharge`, {
        none: '全部到期',
        width: 400,
        help: `不选：清零全部已到期的${unit.noun}，按规则结转；选了：该批剩余的全部清零，不结转`,
      }),
      askedFen: unit.amount('申请额', { help: '提交时的剩余；按审核时的剩余清零' }),
      totalCount: int('笔数', { unit: '笔' }),
      doneCount: int('已处理', { unit: '笔' }),
      failedCount: int('未清', { unit: '笔', alarm: true }),
      beforeFen: unit.amount('清零前'),
      clearedFen: unit.amount('清零额'),
      carriedFen: unit.amount('结转额'),
      reason: longText('原因', { required: true, max: 100, width: 400 }),
      makerName: text('申请人'),
      checkerName: text('审核人'),
      checkedAt: time('审核时间'),
      asOf: date('截至', { help: '在此日之前到期的' }),
      createdAt: time('申请时间'),
      finishedAt: time('完成时间'),
    },
    list: {
      columns: [
        'runNo',
        'mode',
        'batchId',
        'askedFen',
        'totalCount',
        'beforeFen',
        'clearedFen',
        'carriedFen',
        'failedCount',
        'status',
        'makerName',
        'checkerName',
        'createdAt',
      ],
      search: [range('createdAt'), 'status', 'mode', 'batchId', keyword('清零单号', 'runNo')],
      sort: '-createdAt',
      totals: ['beforeFen', 'clearedFen', 'carriedFen'],
      row: [
        'view',
        ...clearFlow.buttons,
        { key: 'lines', label: '明细', open: `${path}_detail?keyword={runNo}&businessDate=*` },
      ],
      tools: ['create'],
      createLabel: '清零',
    },
    form: {
      createOnly: true,
      sections: [{ fields: ['batchId', 'reason'] }],
      steps: { after: ['审核', '执行'] },
      opens: `${path}/record?id={id}`,
      done: '已提交清零',
    },
    batch: {
      busy: (r) => r.status === 'RUNNING',
      figures: ['beforeFen', 'clearedFen', 'carriedFen'],
      progress: (r) => [Number(r.doneCount), Number(r.totalCount)],
    },
  });
};

export const clearing = clearIn(inMoney);
export const countClearing = clearIn(inMeals);
