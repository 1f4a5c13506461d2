/** 批量发放补贴: batches with their states; the sibling form chooses people, shows the check, and runs the batch. */
import {
  bool,
  choice,
  date,
  file,
  int,
  json,
  longText,
  money,
  ref,
  refs,
  text,
  time,
} from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { batchKinds, batchMay, batchModes, batchStatuses, batchStatusLabel } from '../batch/batch-states.ts';
import { mostPerGrantFen } from '../limits.ts';

const reason = (label: string) => ({ reason: longText(label, { required: true, max: 100 }) });
const whyNot = (event: Parameters<typeof batchMay>[0], action: string) => (r: { status: unknown }) =>
  batchMay(event, r.status) ? undefined : `「${batchStatusLabel(String(r.status))}」的批次不能${action}`;

/** What a clerk confirms before handing a batch in: the figures of her own sheet. */
export const controlFields = {
  controlCount: int('核对笔数', {
    required: true,
    min: 0,
    unit: '笔',
    width: 200,
    help: '按人事名单填写，与批次不符不能提交',
  }),
  controlFen: money('核对金额', { required: true, width: 200 }),
};

export default page({
  path: '/admin/organization/subsidy/batch_recharge',
  title: '批量发放补贴',
  menu: ['补贴管理', '补贴发放'],
  order: 3,
  fields: {
    name: text('批次名称', { max: 60, width: 300 }),
    batchNo: text('批次号', { columnWidth: 190 }),
    kind: choice('用途', batchKinds, { required: true, initial: 'GRANT' }),
    mode: choice('方式', batchModes, { required: true }),
    ruleId: ref('规则', '/admin/organization/subsidy/configure'),
    period: text('所属期间'),
    grantOn: date('发放日', { sortable: true }),
    expiresOn: date('到期日'),
    typeIds: refs('人员类别', '/admin/organization/type'),
    departmentIds: refs('部门', '/admin/organization/department'),
    amountFen: money('每人金额', { min: 1, max: mostPerGrantFen }),
    sourceBatchId: ref('退回哪一批', '/admin/organization/subsidy/batch_recharge'),
    compareBatchId: ref('与哪一批比对', '/admin/organization/subsidy/batch_recharge'),
    scope: choice('范围', [
      { value: 'RANGE', label: '按类别、部门' },
      { value: 'LEAVERS', label: '销户中和已销户人员' },
    ]),
    fileKey: file('表格'),
    filename: text('文件名', { max: 200 }),
    mapping: json('列对应'),
    reason: longText('说明', { max: 100 }),
    totalCount: int('笔数', { unit: '笔' }),
    totalFen: money('合计金额'),
    leftOutCount: int('未列入', { unit: '笔' }),
    postedCount: int('已完成', { unit: '笔' }),
    postedFen: money('已完成金额'),
    failedCount: int('失败', { unit: '笔' }),
    failedFen: money('失败金额'),
    status: choice('状态', batchStatuses),
    creatorName: text('制单'),
    creatorId: int('制单账号'),
    mine: bool('本人制单'),
    auditorName: text('审核'),
    auditReason: text('退回/作废原因'),
    createdAt: time('制单时间', { sortable: true }),
  },
  list: {
    columns: [
      'name',
      'status',
      'kind',
      'totalCount',
      'totalFen',
      'postedFen',
      'failedCount',
      'grantOn',
      'expiresOn',
      'mode',
      'creatorName',
      'auditorName',
      'createdAt',
    ],
    subline: { name: 'batchNo' },
    search: [range('createdAt'), 'status', 'kind', 'mode', 'ruleId', keyword('批次', 'name', 'batchNo')],
    sort: '-createdAt',
    totals: ['totalFen', 'postedFen', 'failedFen'],
    row: [
      { key: 'lines', label: '打开', open: '/admin/organization/subsidy/batch_recharge/form?id={id}' },
      {
        key: 'approve',
        label: '审核通过',
        tone: 'success',
        confirm: '「{name}」共 {totalCount}，合计 {totalFen} 元，审核通过后将在 {grantOn} 入账。',
        when: (r) => batchMay('approve', r.status) && !r.mine,
        whyNot: (r) => (r.mine && batchMay('approve', r.status) ? '制单人不能审核自己的批次' : undefined),
        done: '已审核通过',
      },
      {
        key: 'reject',
        label: '退回',
        tone: 'danger',
        form: reason('退回原因'),
        when: (r) => batchMay('reject', r.status) && !r.mine,
        whyNot: (r) => (r.mine && batchMay('reject', r.status) ? '制单人不能退回自己的批次，可作废' : undefined),
      },
      {
        key: 'retry',
        label: '重试失败',
        confirm: '重新执行「{name}」失败的 {failedCount}？已完成的不会重复。',
        when: (r) => batchMay('retry', r.status),
        done: '已开始重试',
      },
      {
        key: 'stop',
        label: '停止',
        tone: 'danger',
        confirm: '停止执行「{name}」？已完成的保留，其余记为失败，可以重试。',
        when: (r) => batchMay('stop', r.status),
      },
      {
        key: 'return',
        label: '退补贴',
        open: '/admin/organization/subsidy/batch_recharge/form?kind=RETURN&sourceBatchId={id}',
        when: (r) => r.kind === 'GRANT' && (r.status === 'GRANTED' || r.status === 'PART_FAILED'),
      },
      {
        key: 'ledger',
        label: '流水',
        open: '/admin/organization/subsidy/detail?batchId={id}&businessDate=*',
        when: (r) => r.kind === 'GRANT' && Number(r.postedCount) > 0,
      },
      {
        key: 'void',
        label: '作废',
        tone: 'danger',
        form: reason('作废原因'),
        when: (r) => batchMay('void', r.status),
        whyNot: (r) =>
          r.status === 'GRANTED' || r.status === 'PART_FAILED' ? '已入账的批次请用退补贴' : whyNot('void', '作废')(r),
      },
    ],
    tools: ['create'],
    export: true,
  },
  form: {
    create: '批量发放',
    createOnly: true,
    sections: [
      { fields: ['kind', 'mode', 'ruleId', 'typeIds', 'departmentIds', 'amountFen', 'scope', 'sourceBatchId'] },
      { fields: ['fileKey', 'filename', 'mapping', 'compareBatchId', 'name', 'grantOn', 'expiresOn', 'reason'] },
    ],
  },
  verbs: { submit: '提交审核', recheck: '重新校验' },
});
