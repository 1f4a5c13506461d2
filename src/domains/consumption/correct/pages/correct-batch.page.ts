/** 批量纠错: a wrong price of one device in one meal, put right for everybody it was charged to. */
import { batchLines } from '../../../../kit/define/batch.ts';
import {
  type Choice,
  choice,
  date,
  int,
  lines,
  longText,
  money,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { tradeAt } from '../../trades/trade-at.ts';
import { batchFlow, batchStatuses, correctionKinds, correctionStatuses, mostLines } from '../states.ts';

export const correctionWays = [
  { value: 'RULE', label: '按现行定值重算' },
  { value: 'PRICE', label: '统一改为' },
] as const;

const mostFen = 1_000_000;

export const correctBatch = page({
  path: '/admin/organization/correct/batch',
  title: '批量纠错',
  limited: ['SELF'],
  menu: ['消费管理', '消费处理'],
  order: 3,
  fields: {
    batchNo: text('批次号', { columnWidth: 180 }),
    status: choice('状态', batchStatuses),
    deviceId: ref('设备', 'device', { required: true, width: 300 }),
    businessDate: date('营业日期', { required: true, width: 200 }),
    mealPeriodId: ref('餐次', 'meal_period', { required: true, width: 200 }),
    way: choice('应收', correctionWays, {
      required: true,
      initial: 'RULE',
      help: '按现行定值重算：先在「定值设置」改好价格，再按每个人的类别和次数重算',
    }),
    priceFen: money('统一价', { required: true, max: mostFen, width: 200, when: (v) => v.way === 'PRICE' }),
    totalCount: int('笔数', { unit: '笔' }),
    refundFen: money('退回合计'),
    supplementFen: money('补扣合计'),
    postedCount: int('已入账', { unit: '笔' }),
    failedCount: int('失败', { unit: '笔' }),
    postedRefundFen: money('已退回'),
    postedSupplementFen: money('已补扣'),
    reason: longText('原因', { required: true, max: 200, width: 400 }),
    lines: lines(
      '明细',
      {
        tradeId: int('消费', { readOnly: true }),
        personName: text('姓名', { readOnly: true }),
        jobNumber: text('工号', { readOnly: true }),
        typeName: text('类别', { readOnly: true }),
        occurredAt: time('消费时间', { readOnly: true }),
        nth: int('第几次', { readOnly: true }),
        chargedFen: money('现实收', { readOnly: true }),
        rightFen: money('应收', { required: true, max: mostFen }),
      },
      { fixed: true, pick: true, unique: ['tradeId'], carry: ['tradeId'], min: 1, max: mostLines },
    ),
    makerName: text('申请人'),
    checkerName: text('审核人'),
    checkNote: text('审核意见'),
    createdAt: time('申请时间', { sortable: true }),
    checkedAt: time('审核时间'),
    finishedAt: time('完成时间'),
  },
  list: {
    columns: except(
      'way',
      'priceFen',
      'postedRefundFen',
      'postedSupplementFen',
      'checkNote',
      'checkedAt',
      'finishedAt',
    ),
    search: [keyword('批次号/原因', 'batchNo', 'reason'), 'status', range('createdAt'), 'deviceId', 'mealPeriodId'],
    totals: ['refundFen', 'supplementFen'],
    row: ['view', ...batchFlow.buttons],
    tools: ['create'],
    // Batches run behind: their progress shows without being asked for.
    refreshSeconds: 10,
  },
  form: {
    sections: [
      { title: '哪一餐', fields: ['deviceId', 'businessDate', 'mealPeriodId'] },
      { title: '应收多少', fields: ['way', 'priceFen', 'reason'] },
    ],
    steps: { lines: 'lines', unit: '笔', agreed: ['refundFen', 'supplementFen'], after: ['审核', '执行', '结果'] },
    opens: '/admin/organization/correct/batch/record?id={id}',
    done: '已提交',
    createOnly: true,
  },
  batch: {
    busy: (r) => r.status === 'APPROVED',
    figures: ['refundFen', 'supplementFen', 'postedRefundFen', 'postedSupplementFen'],
    says: (r) =>
      r.status === 'PART_FAILED'
        ? [
            {
              tone: 'danger',
              text: '有失败行，原因见明细。消除原因后可重试失败行，重试不会重复入账；也可放弃，再单独纠错。',
            },
          ]
        : [],
  },
});

const statuses = [
  ...correctionStatuses.filter(({ value }) => value !== 'REPORTED'),
  { value: 'FAILED', label: '失败', tone: 'danger' },
] as const satisfies readonly Choice[];

export const correctBatchLines = batchLines(
  correctBatch,
  {
    kind: choice('类型', correctionKinds),
    amountFen: money('金额'),
    chargedFen: money('原实收'),
    correctNo: text('纠错单号', { columnWidth: 190 }),
    occurredAt: time('原消费时间'),
    tradeNo: text('原消费'),
    resultTradeNo: text('入账'),
  },
  { statuses, totals: ['amountFen'], drills: { tradeNo: tradeAt('tradeNo'), resultTradeNo: tradeAt('resultTradeNo') } },
);
