/** 批量充值 and 批量退款: batches with their states; the sibling form chooses, checks, and shows a batch on its way. */
import { choice, file, int, longText, money, refs, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { batchMay, batchModes, batchStatuses } from '../batch/states.ts';

export const moreFields = {
  name: text('批次名称', { max: 60, width: 300 }),
  batchNo: text('批次号', { columnWidth: 190 }),
  mode: choice('方式', batchModes, { required: true, initial: 'IMPORT' }),
  departmentIds: refs('部门', '/admin/organization/department'),
  typeIds: refs('人员类别', '/admin/organization/type'),
  amountFen: money('每人金额', { min: 1, max: 100_000_000 }),
  fileKey: file('表格'),
  channel: choice(
    '资金来源',
    [
      { value: 'IMPORT', label: '批量导入' },
      { value: 'TRANSFER', label: '转账' },
      { value: 'BANK', label: '银行' },
    ],
    { initial: 'IMPORT' },
  ),
  restWay: choice(
    '其余部分',
    [
      { value: 'BANK', label: '银行打款' },
      { value: 'CASH', label: '现金' },
    ],
    { initial: 'BANK' },
  ),
  reason: longText('说明', { max: 100 }),
  totalCount: int('人数', { unit: '人' }),
  totalFen: money('总额'),
  leftOutCount: int('未列入', { unit: '人' }),
  okCount: int('成功', { unit: '人' }),
  okFen: money('成功金额'),
  failCount: int('失败', { unit: '人' }),
  failFen: money('失败金额'),
  status: choice('状态', batchStatuses),
  creatorName: text('制单'),
  auditorName: text('复核'),
  auditReason: text('退回/作废原因'),
  createdAt: time('制单时间', { sortable: true }),
};

const reason = (label: string) => ({ reason: longText(label, { required: true, max: 100 }) });

const list = (path: string) =>
  ({
    columns: [
      'name',
      'mode',
      'totalCount',
      'totalFen',
      'leftOutCount',
      'okCount',
      'okFen',
      'failCount',
      'failFen',
      'status',
      'creatorName',
      'auditorName',
      'createdAt',
    ],
    subline: { name: 'batchNo' },
    search: [range('createdAt'), 'status', 'mode', keyword('批次', 'name', 'batchNo')],
    sort: '-createdAt',
    totals: ['totalCount', 'totalFen', 'okCount', 'okFen', 'failCount', 'failFen'],
    row: [
      { key: 'open', label: '打开', open: `${path}/form?id={id}` },
      {
        key: 'approve',
        label: '审核通过',
        tone: 'success',
        confirm: '「{name}」共 {totalCount}，合计 {totalFen} 元，审核通过后立即执行。',
        when: (r: { status: unknown }) => batchMay('approve', r.status),
        done: '已审核通过，正在执行',
      },
      {
        key: 'reject',
        label: '退回',
        tone: 'danger',
        form: reason('退回原因'),
        when: (r: { status: unknown }) => batchMay('reject', r.status),
      },
      {
        key: 'retry',
        label: '重试失败',
        confirm: '重新执行「{name}」失败的 {failCount}？已成功的不会重复。',
        when: (r: { status: unknown }) => batchMay('retry', r.status),
        done: '已开始重试',
      },
      {
        key: 'cancel',
        label: '作废',
        tone: 'danger',
        form: reason('作废原因'),
        when: (r: { status: unknown }) => batchMay('cancel', r.status),
      },
    ],
    tools: ['create'],
    export: true,
  }) as const;

export const rechargeMore = page({
  path: '/admin/organization/recharge/more',
  aliases: ['/admin/organization/recharge_more'],
  title: '批量充值',
  menu: ['资金账户', '充值存取'],
  order: 2,
  fields: moreFields,
  list: list('/admin/organization/recharge/more'),
  form: {
    create: '批量充值',
    createOnly: true,
    sections: [{ fields: ['mode', 'fileKey', 'departmentIds', 'typeIds', 'amountFen', 'channel', 'name', 'reason'] }],
  },
  verbs: { submit: '提交' },
});

export const refundMore = page({
  path: '/admin/organization/refund/more',
  aliases: ['/admin/organization/refund_more'],
  title: '批量退款',
  menu: ['资金账户', '充值存取'],
  order: 5,
  fields: moreFields,
  list: list('/admin/organization/refund/more'),
  form: {
    create: '批量退款',
    createOnly: true,
    sections: [{ fields: ['mode', 'fileKey', 'departmentIds', 'typeIds', 'amountFen', 'restWay', 'name', 'reason'] }],
  },
  verbs: { submit: '提交' },
});
