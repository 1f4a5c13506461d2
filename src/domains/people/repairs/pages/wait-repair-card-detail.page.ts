/** 待补卡明细: requests for a replacement card from application to hand-over, and the stock of cards behind them. */
import { choice, longText, money, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { cardKinds, cardStatuses, payWays } from '../../cards/card-states.ts';
import { reuseVerbs } from '../../cards/reuse-fields.ts';
import { aboutPerson } from '../../persons/about-person.ts';
import { cardNoPattern } from '../../persons/person-fields.ts';
import { repairFlow, repairReasons, repairStatuses } from '../repair-states.ts';

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

export default page({
  path: '/admin/organization/wait_repair_card_detail',
  title: '待补卡明细',
  duties: { reuseCard: 'keep' },
  limited: ['DEPARTMENT'],
  menu: ['人员卡务', '卡务与绑定'],
  order: 3,
  verbs: reuseVerbs,
  fields: {
    ...aboutPerson('人员', { required: true, help: '须持有正常或挂失的卡片；可输入姓名、工号，或刷卡' }),
    oldCardNo: text('原卡号'),
    oldCardStatus: choice('原卡状态', cardStatuses),
    reason: choice('原因', repairReasons, {
      required: true,
      initial: 'LOST',
      width: 300,
      help: '选「丢失」时，原卡同时挂失',
    }),
    feeFen: money('工本费', { initial: 0, max: 100_000, width: 200 }),
    payBy: choice('缴费方式', payWays, { initial: 'CASH', width: 150 }),
    remark: longText('说明', { max: 100, width: 400 }),
    appliedAt: time('申请时间', { sortable: true }),
    appliedName: text('申请人'),
    status: choice('状态', repairStatuses),
    newCardNo: text('新卡号'),
    source: choice('来源', [
      { value: 'STAFF', label: '工作人员代办' },
      { value: 'DINER', label: '本人申请' },
    ]),
    operatorName: text('经办'),
    acceptedAt: time('受理时间'),
    madeAt: time('制卡时间'),
    deliveredAt: time('领取时间'),
    receiver: text('领取人'),
    closedReason: text('驳回/取消原因'),
  },
  list: {
    columns: except('remark', 'appliedName', 'acceptedAt', 'madeAt', 'deliveredAt', 'receiver', 'closedReason'),
    subline: { personId: 'jobNumber' },
    search: [
      keyword('姓名/工号/卡号', 'personId', 'jobNumber', 'oldCardNo', 'newCardNo'),
      'status',
      'reason',
      'departmentId',
      range('appliedAt'),
    ],
    totals: ['feeFen'],
    row: [...repairFlow.buttons, 'view'],
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
  },
  form: {
    sections: [{ fields: ['personId', 'reason', 'feeFen', 'payBy', 'remark'] }],
    submit: '提交申请',
    createOnly: true,
  },
});
