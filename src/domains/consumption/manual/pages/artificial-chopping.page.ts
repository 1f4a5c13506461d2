/** 人工消费: meals charged by hand for one or many people, because a terminal was down or a card forgotten. */
import { batchLines, lineStatuses } from '../../../../kit/define/batch.ts';
import {
  bool,
  type Choice,
  choice,
  date,
  int,
  lines,
  longText,
  money,
  ref,
  refs,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { tradeAt } from '../../trades/trade-at.ts';
import { chargeFlow, chargeKinds, chargeReasons, chargeStatuses, chargeWays, mostPeople } from '../states.ts';

const path = '/admin/organization/artificial_chopping';

type Form = Readonly<Record<string, unknown>>;
/** A redemption takes a meal and no money; an order has its price, and its money was set aside. */
const moving = ({ kind }: Form) => kind !== 'REDEEM' && kind !== 'COLLECT';

export const artificialChopping = page({
  path,
  title: '人工消费',
  duties: { reverse: 'check' },
  limited: ['SELF'],
  menu: ['消费管理', '消费处理'],
  order: 6,
  fields: {
    batchNo: text('单号', { columnWidth: 180 }),
    status: choice('状态', chargeStatuses),
    kind: choice('类型', chargeKinds, {
      required: true,
      initial: 'ORDER',
      width: 400,
      help: '人工核销每人从次数账户扣 1 次，不动钱；核销订餐把已订的餐记为已取，不选人则列出这一餐全部未取的订单',
    }),
    diningDate: date('就餐日期', { required: true, width: 200, starts: 'today' }),
    mealPeriodId: ref('餐次', 'meal_period', { required: true, width: 200 }),
    restaurantId: ref('餐厅', 'restaurant', { required: true, width: 300 }),
    deploySiteId: ref('部署点', 'deploy_site', {
      width: 300,
      help: '定值按部署点不同时选择',
      within: { restaurantId: 'restaurantId' },
      when: ({ kind }: Form) => kind !== 'COLLECT',
    }),
    way: choice('金额', chargeWays, { required: true, initial: 'RULE', when: moving }),
    priceFen: money('每人金额', { required: true, min: 1, max: 1_000_000, width: 200, when: (v) => v.way === 'PRICE' }),
    allowArrears: bool('余额不足记欠款', {
      help: '不足的部分下次充值先还；不记欠款则该人列为失败，不扣',
      when: moving,
    }),
    personIds: refs('人员', 'person', { width: 500, help: '可输入姓名、工号，或把卡放到读卡器上' }),
    numbers: longText('工号/卡号', { max: 100_000, width: 500, help: '一行一个，可从 Excel 或纸质登记表粘贴' }),
    departmentIds: refs('整个部门', 'department', { width: 400, help: '含下级部门；同时选类别时只取部门内的该类别' }),
    typeIds: refs('整个类别', 'person_type', { width: 400 }),
    lines: lines(
      '扣款名单',
      {
        personId: int('人员', { readOnly: true }),
        personName: text('姓名', { readOnly: true }),
        jobNumber: text('工号', { readOnly: true }),
        departmentName: text('部门', { readOnly: true }),
        typeName: text('类别', { readOnly: true }),
        amountFen: money('应扣', { readOnly: true }),
        countUsed: int('扣次数', { readOnly: true, unit: '次' }),
      },
      {
        fixed: true,
        pick: true,
        unique: ['personId'],
        carry: ['personId'],
        totals: ['amountFen'],
        min: 1,
        max: mostPeople,
      },
    ),
    totalCount: int('人数', { unit: '人', required: true }),
    totalFen: money('总额', { required: true }),
    postedCount: int('已入账', { unit: '笔' }),
    postedFen: money('已入账金额'),
    failedCount: int('失败', { unit: '笔' }),
    failedFen: money('失败金额'),
    reversedCount: int('已撤销', { unit: '笔' }),
    reversedFen: money('已撤销金额'),
    reason: choice('原因', chargeReasons, { required: true, initial: 'DEVICE_DOWN', width: 400 }),
    remark: longText('备注', { max: 200, width: 400 }),
    makerName: text('操作人'),
    checkerName: text('审核人'),
    checkNote: text('审核意见'),
    reverseReason: text('撤销原因'),
    createdAt: time('提交时间', { sortable: true }),
    checkedAt: time('审核时间'),
    finishedAt: time('完成时间'),
  },
  list: {
    columns: except(
      'deploySiteId',
      'way',
      'priceFen',
      'allowArrears',
      'personIds',
      'numbers',
      'departmentIds',
      'typeIds',
      'postedCount',
      'failedFen',
      'reversedCount',
      'remark',
      'checkNote',
      'reverseReason',
      'checkedAt',
      'finishedAt',
    ),
    search: [
      keyword('单号/备注', 'batchNo', 'remark'),
      'status',
      range('diningDate'),
      'mealPeriodId',
      'kind',
      'restaurantId',
      'reason',
    ],
    totals: except('failedCount'),
    row: ['view', ...chargeFlow.buttons],
    tools: [
      'create',
      { key: 'supplement', label: '补扣', open: `${path}/form?kind=SUPPLEMENT` },
      { key: 'redeem', label: '人工核销', open: `${path}/form?kind=REDEEM` },
      { key: 'collect', label: '核销订餐', open: `${path}/form?kind=COLLECT` },
    ],
    createLabel: '代下单',
    // Batches run behind: their progress shows without being asked for.
    refreshSeconds: 10,
  },
  form: {
    sections: [
      { title: '哪一餐', fields: ['kind', 'diningDate', 'mealPeriodId', 'restaurantId', 'deploySiteId'] },
      { title: '金额与原因', fields: ['way', 'priceFen', 'allowArrears', 'reason', 'remark'] },
      { title: '扣谁的', fields: ['personIds', 'numbers', 'departmentIds', 'typeIds'] },
    ],
    steps: { lines: 'lines', unit: '人', agreed: ['totalCount', 'totalFen'], after: ['审核', '执行', '结果'] },
    opens: `${path}/deatil_form?id={id}`,
    done: '已提交',
    undo: { key: 'reverse', values: { reason: '办理后当场撤销' }, done: '正在撤销，逐笔退回原账户' },
    createOnly: true,
  },
  batch: {
    busy: (r) => r.status === 'APPROVED' || r.status === 'REVERSING',
    figures: ['reversedCount', 'reversedFen'],
    progress: (r) =>
      r.status === 'REVERSING'
        ? [Number(r.reversedCount), Number(r.reversedCount) + Number(r.postedCount)]
        : [Number(r.postedCount) + Number(r.failedCount), Number(r.totalCount)],
    says: (r) =>
      r.status === 'PART_FAILED'
        ? [{ tone: 'danger', text: '有的行没有完成，原因见明细。消除原因后可以重试，重试不会重复扣款。' }]
        : [],
  },
});

const statuses = [
  ...lineStatuses,
  { value: 'REVERSED', label: '已撤销', tone: 'neutral' },
  { value: 'STUCK', label: '撤销失败', tone: 'danger' },
] as const satisfies readonly Choice[];

export const artificialChoppingLines = batchLines(
  artificialChopping,
  {
    departmentName: text('部门'),
    amountFen: money('应扣'),
    countUsed: int('扣次数', { unit: '次' }),
    note: text('依据', { columnWidth: 200 }),
    tradeNo: text('交易'),
    reverseNo: text('退回'),
    mainFen: money('主账户'),
    subsidyFen: money('补贴'),
    giftFen: money('赠送'),
    arrearsFen: money('记欠款'),
  },
  { statuses, totals: ['amountFen'], drills: { tradeNo: tradeAt('tradeNo'), reverseNo: tradeAt('reverseNo') } },
);

/** 人工消费详情: one batch with its lines; reached from the list. */
export const artificialChoppingDetail = page({
  path: `${path}/deatil_form`,
  title: '人工消费详情',
  limited: ['SELF'],
  menu: null,
  kind: 'custom',
  fields: {},
});
