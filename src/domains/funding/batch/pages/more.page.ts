/** 批量充值 and 批量退款: batches with their states; the form chooses whom they are for and shows what it comes to. */
import { batchLines } from '../../../../kit/define/batch.ts';
import { choice, money, text } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { batchFields, batchShown, byMode, comingModes } from '../fields.ts';
import { batchSheets } from '../sheets.ts';
import { batchFlow, batchModes } from '../states.ts';

const fields = {
  ...batchFields,
  channel: choice(
    '资金来源',
    [
      { value: 'IMPORT', label: '批量导入' },
      { value: 'TRANSFER', label: '转账' },
      { value: 'BANK', label: '银行' },
    ],
    { required: true, initial: 'IMPORT' },
  ),
  restWay: choice(
    '其余部分',
    [
      { value: 'BANK', label: '银行打款' },
      { value: 'CASH', label: '现金' },
    ],
    { required: true, initial: 'BANK', help: '微信、支付宝充值的未用部分原路退回，其余按此方式退' },
  ),
  totalFen: money('总额'),
  postedFen: money('成功金额'),
  failedFen: money('失败金额'),
};

const each = { min: 1, max: 100_000_000, width: 200 } as const;
const rechargeFields = {
  ...fields,
  mode: choice('方式', comingModes, { required: true, initial: 'IMPORT' }),
  fileKey: batchSheets.RECHARGE,
  amountFen: money('每人金额', { ...each, required: true, when: byMode('BY_DEPT', 'BY_TYPE') }),
};
const refundFields = {
  ...fields,
  mode: choice('方式', batchModes, { required: true, initial: 'LEAVERS' }),
  fileKey: batchSheets.REFUND,
  amountFen: money('每人金额', { ...each, help: '不填则退每人的全部可用余额', when: (v) => v.mode !== 'IMPORT' }),
};

const form = (way: 'channel' | 'restWay') =>
  ({
    createOnly: true,
    sections: [
      { title: '谁', fields: ['mode', 'fileKey', 'departmentIds', 'typeIds', 'amountFen'] },
      { title: '说明', fields: [way, 'name', 'reason'] },
    ],
    steps: { agreed: ['totalCount', 'totalFen'], after: ['审核', '执行', '结果'] },
    done: '已建立批次',
  }) as const;

/** Of a batch that ran: its refund orders, where those paid by hand are booked. */
const refundsOf = {
  key: 'refunds',
  label: '退款单',
  open: '/admin/organization/refund?batchNo={batchNo}',
  when: (r: Readonly<Record<string, unknown>>) => Number(r.postedCount) > 0,
};

const list = (createLabel: string, refunds: boolean) =>
  ({
    columns: [
      'name',
      'mode',
      'totalCount',
      'totalFen',
      'leftOutCount',
      'postedCount',
      'postedFen',
      'failedCount',
      'failedFen',
      'status',
      'makerName',
      'checkerName',
      'createdAt',
    ],
    subline: { name: 'batchNo' },
    search: [range('createdAt'), 'status', 'mode', keyword('批次', 'name', 'batchNo')],
    sort: '-createdAt',
    totals: ['totalCount', 'totalFen', 'postedCount', 'postedFen', 'failedCount', 'failedFen'],
    row: ['view', ...batchFlow.buttons, ...(refunds ? [refundsOf] : [])],
    detail: [
      'name',
      'batchNo',
      'mode',
      'filename',
      refunds ? 'restWay' : 'channel',
      'reason',
      'makerName',
      'createdAt',
      'checkerName',
      'checkNote',
      'finishedAt',
    ],
    tools: ['create'],
    createLabel,
  }) as const;

export const rechargeMore = page({
  path: '/admin/organization/recharge/more',
  aliases: ['/admin/organization/recharge_more'],
  title: '批量充值',
  limited: ['SELF'],
  menu: ['资金账户', '充值存取'],
  order: 2,
  fields: rechargeFields,
  list: list('批量充值', false),
  batch: batchShown('执行后如有差错：当天可在充值页逐单冲正，之后走退款。'),
  form: { ...form('channel'), opens: '/admin/organization/recharge/more/record?id={id}' },
});

export const refundMore = page({
  path: '/admin/organization/refund/more',
  aliases: ['/admin/organization/refund_more'],
  title: '批量退款',
  limited: ['SELF'],
  menu: ['资金账户', '充值存取'],
  order: 5,
  fields: refundFields,
  list: list('批量退款', true),
  batch: batchShown('执行后：微信、支付宝的未用部分原路退回；其余冻结，付款或登记打款后出账，可在退款页终止。'),
  form: { ...form('restWay'), opens: '/admin/organization/refund/more/record?id={id}' },
});

const lines = { amountFen: money('金额'), documentNo: text('单号', { columnWidth: 190 }) };
export const rechargeLines = batchLines(rechargeMore, lines, { totals: ['amountFen'] });
export const refundLines = batchLines(
  refundMore,
  { ...lines, bankName: text('开户行'), bankAccount: text('收款账号') },
  { totals: ['amountFen'] },
);
