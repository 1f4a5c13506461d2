/** 待补卡明细: requests for a replacement card from application to hand-over, and the stock of cards behind them. */
import { choice, longText, money, ref, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { cardKinds, cardStatuses } from '../card-states.ts';
import { cardNoField, cardNoPattern, physicalNoField } from '../person-fields.ts';
import { repairMay, repairReasons, repairStatuses, repairStatusLabel, repairTransitions } from '../repair-states.ts';
import { reuseFields, reuseVerbs } from '../reuse-fields.ts';

const payWays = [
  { value: 'CASH', label: '现金' },
  { value: 'MAIN', label: '从主账户扣' },
] as const;

const rangeForm = {
  fromNo: text('起号', { required: true, max: 32, pattern: cardNoPattern, placeholder: '0001001' }),
  toNo: text('止号', {
    required: true,
    max: 32,
    pattern: cardNoPattern,
    placeholder: '0001100',
    help: '前缀和位数须与起号相同，一次最多 2000 张',
  }),
};

const now = (row: { status: string | null }) => `申请${repairStatusLabel(row.status ?? '')}`;

export default page({
  path: '/admin/organization/wait_repair_card_detail',
  title: '待补卡明细',
  menu: ['人员卡务', '卡务与绑定'],
  order: 3,
  verbs: reuseVerbs,
  fields: {
    personId: ref('人员', '/admin/organization/user', {
      required: true,
      width: 400,
      help: '须持有正常或挂失的卡片；可输入姓名、工号，或刷卡',
    }),
    jobNumber: text('工号/学号'),
    departmentId: ref('部门', '/admin/organization/department', { tree: true }),
    oldCardNo: text('原卡号'),
    oldCardStatus: choice('原卡状态', cardStatuses),
    reason: choice('原因', repairReasons, {
      required: true,
      initial: 'LOST',
      width: 300,
      help: '选「丢失」时，原卡同时挂失',
    }),
    source: choice('来源', [
      { value: 'STAFF', label: '工作人员代办' },
      { value: 'DINER', label: '本人申请' },
    ]),
    feeFen: money('工本费', { initial: 0, max: 100_000, width: 200 }),
    payBy: choice('缴费方式', payWays, { initial: 'CASH', width: 150 }),
    remark: longText('说明', { max: 100, width: 400 }),
    appliedAt: time('申请时间', { sortable: true }),
    appliedName: text('申请人'),
    newCardNo: text('新卡号'),
    operatorName: text('经办'),
    acceptedAt: time('受理时间'),
    madeAt: time('制卡时间'),
    deliveredAt: time('领取时间'),
    receiver: text('领取人'),
    closedReason: text('驳回/取消原因'),
    status: choice('状态', repairStatuses),
  },
  list: {
    columns: [
      'personId',
      'departmentId',
      'oldCardNo',
      'oldCardStatus',
      'reason',
      'feeFen',
      'payBy',
      'appliedAt',
      'status',
      'newCardNo',
      'source',
      'operatorName',
    ],
    subline: { personId: 'jobNumber' },
    search: [
      keyword('姓名/工号/卡号', 'personId', 'jobNumber', 'oldCardNo', 'newCardNo'),
      'status',
      'reason',
      'departmentId',
      range('appliedAt'),
    ],
    sort: '-appliedAt',
    totals: ['feeFen'],
    detail: [
      'personId',
      'jobNumber',
      'departmentId',
      'oldCardNo',
      'oldCardStatus',
      'reason',
      'remark',
      'feeFen',
      'payBy',
      'source',
      'appliedAt',
      'appliedName',
      'status',
      'acceptedAt',
      'madeAt',
      'newCardNo',
      'deliveredAt',
      'receiver',
      'closedReason',
      'operatorName',
    ],
    row: [
      {
        key: 'accept',
        label: repairTransitions.accept.label,
        tone: 'primary',
        batch: true,
        when: (row) => repairMay('accept', row.status),
        whyNot: now,
      },
      {
        key: 'make',
        label: repairTransitions.make.label,
        tone: 'primary',
        form: {
          cardNo: cardNoField({ required: true, help: '可用空白卡库存中的卡号，也可直接写新卡' }),
          physicalNo: physicalNoField(),
          cardKind: choice('卡类型', cardKinds, { initial: 'IC' }),
          feeFen: money('工本费', { max: 100_000, help: '不填则按申请' }),
          payBy: choice('缴费方式', payWays, { help: '不选则按申请' }),
          ...reuseFields,
        },
        shows: 'receipt',
        when: (row) => repairMay('make', row.status),
        whyNot: (row) => (row.status === 'PENDING' ? '请先受理' : now(row)),
      },
      {
        key: 'deliver',
        label: repairTransitions.deliver.label,
        tone: 'success',
        form: { receiver: text('领取人', { max: 30, help: '本人领取可不填' }) },
        when: (row) => repairMay('deliver', row.status),
        whyNot: (row) => (repairMay('make', row.status) ? '尚未制卡' : now(row)),
      },
      {
        key: 'reject',
        label: repairTransitions.reject.label,
        tone: 'danger',
        batch: true,
        form: { closedReason: longText('驳回原因', { required: true, max: 100 }) },
        when: (row) => repairMay('reject', row.status),
        whyNot: (row) => (row.status === 'MADE' ? '新卡已制成，可在人员管理办理退卡' : now(row)),
      },
      {
        key: 'cancel',
        label: repairTransitions.cancel.label,
        form: { closedReason: longText('取消原因', { max: 100, help: '原卡仍为挂失，找到后请在人员管理解挂' }) },
        when: (row) => repairMay('cancel', row.status),
        whyNot: now,
      },
      'view',
    ],
    tools: [
      'create',
      { key: 'stock', label: '卡片库存', shows: 'receipt' },
      {
        key: 'registerBlanks',
        label: '登记空白卡',
        form: { ...rangeForm, cardKind: choice('卡类型', cardKinds, { initial: 'IC' }) },
        shows: 'receipt',
      },
      { key: 'removeBlanks', label: '移除空白卡', tone: 'danger', form: rangeForm, shows: 'receipt' },
      { key: 'cancelReturned', label: '注销退卡', tone: 'danger', form: rangeForm, shows: 'receipt' },
    ],
    export: true,
  },
  form: {
    sections: [{ fields: ['personId', 'reason', 'feeFen', 'payBy', 'remark'] }],
    submit: '提交申请',
    createOnly: true,
  },
});
