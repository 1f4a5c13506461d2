/** 退补贴: what the unit took back from lots, one by one or by a batch; each can be taken back again. */
import { bool, choice, date, longText, money, ref, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';

export const returnStates = [
  { value: 'PENDING', label: '待审核', tone: 'warning' },
  { value: 'OK', label: '已退回', tone: 'success' },
  { value: 'REVERSED', label: '已撤销', tone: 'neutral' },
  { value: 'REJECTED', label: '已驳回', tone: 'neutral' },
] as const;

export default page({
  path: '/admin/organization/return_subsidy',
  title: '退补贴',
  menu: ['补贴管理', '补贴发放'],
  order: 4,
  fields: {
    returnNo: text('退补贴单号', { columnWidth: 190 }),
    itemId: ref('补贴', '/admin/organization/return_subsidy', {
      required: true,
      width: 500,
      help: '输入姓名或工号，选择要退回的那一笔补贴；括号内为剩余金额',
    }),
    personName: text('姓名'),
    jobNumber: text('工号'),
    departmentId: ref('部门', '/admin/organization/department', { tree: true }),
    batchId: ref('补贴批次', '/admin/organization/subsidy/batch_recharge', { columnWidth: 150 }),
    amountFen: money('退回金额', {
      min: 1,
      width: 200,
      help: '不填则退回全部剩余，不会退成负数；500 元以内直接入账，超过须由另一人审核',
    }),
    reason: longText('原因', { required: true, max: 100, width: 400 }),
    operatorName: text('操作员'),
    mine: bool('本人经办'),
    auditorName: text('审核人'),
    businessDate: date('营业日期'),
    at: time('时间', { sortable: true }),
    status: choice('状态', returnStates),
    reverseReason: text('撤销或驳回原因'),
  },
  list: {
    columns: [
      'personName',
      'returnNo',
      'at',
      'departmentId',
      'batchId',
      'amountFen',
      'reason',
      'operatorName',
      'auditorName',
      'status',
      'reverseReason',
    ],
    subline: { personName: 'jobNumber' },
    search: [
      range('at', 'thisMonth'),
      keyword('姓名/工号/单号', 'personName', 'jobNumber', 'returnNo'),
      'batchId',
      'departmentId',
      'status',
    ],
    sort: '-at',
    totals: ['amountFen'],
    row: [
      'view',
      {
        key: 'approve',
        label: '审核通过',
        tone: 'success',
        confirm: '从「{personName}」退回补贴 {amountFen} 元，审核通过后立即入账。',
        when: (r) => r.status === 'PENDING' && !r.mine,
        whyNot: (r) => (r.mine && r.status === 'PENDING' ? '经办人不能审核自己的单据' : undefined),
        done: '已审核通过并入账',
      },
      {
        key: 'reject',
        label: '驳回',
        tone: 'danger',
        form: { rejectReason: longText('驳回原因', { required: true, max: 100 }) },
        when: (r) => r.status === 'PENDING',
        done: '已驳回',
      },
      {
        key: 'reverse',
        label: '撤销',
        tone: 'danger',
        form: { reason: longText('撤销原因', { required: true, max: 100 }) },
        when: (r) => r.status === 'OK',
        whyNot: (r) => (r.status === 'OK' ? undefined : r.status === 'REVERSED' ? '已经撤销' : '没有入账'),
        done: '已撤销，金额已回到原补贴',
      },
      {
        key: 'ledger',
        label: '流水',
        open: '/admin/organization/subsidy/detail?batchId={batchId}&keyword={jobNumber}&businessDate=*',
        when: (r) => r.batchId !== null,
      },
    ],
    tools: [
      'create',
      { key: 'batch', label: '批量退补贴', open: '/admin/organization/subsidy/batch_recharge/form?kind=RETURN' },
      {
        key: 'import',
        label: '批量导入',
        open: '/admin/organization/subsidy/batch_recharge/form?kind=RETURN&mode=IMPORT',
      },
    ],
    export: true,
  },
  form: {
    create: '退补贴',
    done: '已提交；500 元以内已退回，超过的等待另一人审核',
    createOnly: true,
    sections: [{ fields: ['itemId', 'amountFen', 'reason'] }],
    submit: '确认退补贴',
  },
});
