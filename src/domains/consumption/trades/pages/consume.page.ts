/** 消费记录: the live feed of trades; a wrong one is taken back here. */
import { bool, choice, date, int, json, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { ownDepartment } from '../../../people/public.ts';
import { identifyWays, purseFields, thirdChannels, tradeKinds, tradeModes, tradeStates } from '../../fields.ts';

export const tradeFields = {
  tradeNo: text('交易号', { columnWidth: 130 }),
  occurredAt: time('消费时间', { sortable: true }),
  recordedAt: time('上传时间'),
  businessDate: date('营业日期'),
  personId: ref('人员', 'person', { hidden: true }),
  personName: text('姓名'),
  jobNumber: text('工号'),
  departmentId: ref('部门', 'department'),
  ownDepartmentId: ownDepartment,
  typeId: ref('人员类别', 'person_type'),
  cardNo: text('卡号'),
  restaurantId: ref('餐厅', 'restaurant', { none: '未分餐厅' }),
  deploySiteId: ref('部署点', 'deploy_site', { none: '未分部署点' }),
  deviceId: ref('设备', 'device'),
  deviceSeq: text('设备流水号'),
  mealPeriodId: ref('餐次', 'meal_period', { none: '非餐时' }),
  mode: choice('消费方式', tradeModes),
  identify: choice('识别方式', identifyWays),
  originFen: money('原价'),
  discountFen: money('优惠'),
  amountFen: money('实收'),
  ...purseFields(),
  thirdPaid: bool('第三方支付', { hidden: true }),
  thirdChannel: choice('支付渠道', thirdChannels),
  balanceAfterFen: money('余额'),
  offline: bool('脱机'),
  kind: choice('类型', tradeKinds),
  suspicious: bool('疑似重复'),
  status: choice('状态', tradeStates),
  reversedFen: money('已纠错'),
  ruleTrace: json('为什么这样扣', { hidden: true }),
};

/** How a line counts in 人次, beside its amount; `counted` narrows to the lines that count. */
export const headFields = {
  heads: int('人次', { unit: '人次', help: '一人一餐的第一笔计 1，最后一笔全部退回时计 −1' }),
  placeHeads: int('餐厅内人次', { unit: '人次', help: '同一餐在几家餐厅消费的，在每家各计一次' }),
  counted: bool('计人次', { hidden: true }),
};

export default page({
  path: '/admin/organization/consume',
  title: '消费记录',
  limited: ['DEPARTMENT'],
  menu: ['消费管理', '消费处理'],
  order: 1,
  fields: tradeFields,
  list: {
    columns: [
      'personName',
      'occurredAt',
      'mealPeriodId',
      'restaurantId',
      'amountFen',
      'mainFen',
      'subsidyFen',
      'balanceAfterFen',
      'identify',
      'kind',
      'suspicious',
      'status',
    ],
    important: ['personName', 'occurredAt', 'amountFen', 'status'],
    subline: { personName: 'jobNumber', restaurantId: 'deviceId' },
    search: [
      range('businessDate', 'today'),
      keyword('姓名/工号/卡号', 'personName', 'jobNumber', 'cardNo'),
      'mealPeriodId',
      'restaurantId',
      'deviceId',
      'kind',
      'suspicious',
    ],
    totals: ['amountFen', 'mainFen', 'subsidyFen'],
    row: [
      'view',
      {
        key: 'reverse',
        label: '撤销',
        tone: 'danger',
        form: {
          amountFen: money('退回金额', { min: 1, help: '留空为全部退回；超过免审限额的请用「纠错」，由另一人审核' }),
          reason: longText('原因', { required: true, max: 100 }),
        },
        when: (r) => r.kind !== 'REVERSE' && r.status !== 'CORRECTED',
        whyNot: (r) => (r.kind === 'REVERSE' ? '纠错退回不能再撤销' : '该笔消费已全部退回'),
        done: '已按原扣款顺序退回',
        outcome: true,
      },
      {
        key: 'correct',
        label: '纠错',
        open: '/admin/organization/correct/form?tradeId={tradeNo}',
        when: (r) => r.kind !== 'REVERSE' && r.status !== 'CORRECTED',
      },
    ],
    refreshSeconds: 30,
  },
});
