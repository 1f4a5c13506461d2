/** 订餐模式: who orders what at which restaurant, until when, how it is paid and what becomes of what nobody collects. */
import {
  bool,
  choice,
  choices,
  hm,
  int,
  lines,
  money,
  normalDisabled,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { mealReach } from '../../../headcount/public.ts';
import { orderModes, payTimes, pickupWays } from '../../orders/order-words.ts';

type Said = Readonly<Record<string, unknown>>;
const priced = (values: Said) => values.mode === 'SET_MEAL' || values.mode === 'HEAD_ONLY';
const isSet = (values: Said) => values.mode === 'SET_MEAL';
const onEat = (values: Said) => values.payTime === 'ON_EAT';
const delivers = (values: Said) => Array.isArray(values.pickups) && values.pickups.includes('DELIVERY');

export default page({
  path: '/admin/organization/ordering_mode',
  title: '订餐模式',
  limited: 'common',
  menu: ['订餐管理', '订餐设置'],
  order: 10,
  fields: {
    name: text('规则名称', { required: true, max: 40, width: 300 }),
    restaurantId: ref('餐厅', 'restaurant', { required: true, width: 300 }),
    ...mealReach,
    mode: choice('方式', orderModes, { required: true, initial: 'BY_DISH', width: 300 }),
    priceFen: money('每份价格', { required: true, max: 1_000_000, width: 150, when: priced }),
    chooseCount: int('每份选', { required: true, unit: '道菜', min: 1, max: 20, width: 150, when: isSet }),
    chooseGroups: lines(
      '其中',
      {
        typeId: ref('菜品分类', 'food_type', { required: true }),
        count: int('选', { required: true, unit: '道', min: 1, max: 20 }),
      },
      {
        unique: ['typeId'],
        max: 10,
        when: isSet,
        help: '不填则任选；填了的，每类须选满，合计等于每份选的道数。上级分类含它的下级，下级另有一行的只算在下级',
      },
    ),
    oncePerMeal: bool('每餐一单', { initial: true, help: '同一人同一餐只能有一张订单' }),
    maxPortions: int('每单最多', { required: true, unit: '份', min: 1, max: 99, initial: 10, width: 150 }),
    openDays: int('提前开放', { required: true, unit: '天', min: 0, max: 62, initial: 7, width: 150 }),
    cutDays: int('截止提前', { required: true, unit: '天', min: 0, max: 30, initial: 1, width: 150 }),
    cutTime: hm('截止时间', { required: true, max: 1_439, initial: '18:00', width: 150 }),
    cancelDays: int('退改截止提前', { unit: '天', min: 0, max: 30, width: 150 }),
    cancelTime: hm('退改截止时间', { max: 1_439, width: 150, help: '两项都留空与订餐截止相同' }),
    byWorkdays: bool('按工作日数', { help: '提前天数只数工作日：周一的午餐提前 1 天，在上周五截止' }),
    pickups: choices('取餐方式', pickupWays, { required: true }),
    autoConfirmMin: int('配送自动签收', {
      unit: '分钟',
      min: 0,
      max: 1_440,
      width: 150,
      when: delivers,
      help: '交接后满此时间视为已收到；留空须签收',
    }),
    swipeTakes: bool('刷卡即取餐', {
      help: '在这家餐厅的定值、点餐消费机上，有待取订单的人刷卡即为取餐；再刷一次按散客消费',
    }),
    payTime: choice('扣费时点', payTimes, {
      required: true,
      initial: 'ON_EAT',
      width: 300,
      help: '下单时都先冻结金额，就餐那天才入账；月结、计次不冻结，取餐时记工资代扣或扣次（每份一次，次数不够不能订），不取不扣',
    }),
    missPercent: int('不取餐扣', {
      required: true,
      unit: '%',
      min: 0,
      max: 100,
      initial: 100,
      width: 150,
      when: onEat,
      help: '其余退回；0 为全部退回',
    }),
    settleMinutes: int('餐后结算', {
      unit: '分钟',
      min: 15,
      max: 720,
      width: 150,
      placeholder: '60',
      help: '这一餐结束多久以后判定未取（终端没有补传齐的接着等）；留空与这一餐的「报餐时段」相同，没有报餐的 60 分钟',
    }),
    slackMinutes: int('前后宽限', {
      unit: '分钟',
      min: 0,
      max: 120,
      width: 150,
      placeholder: '10',
      help: '就餐时段前多久起可以取餐；「刷卡即取餐」的，时段前后这么久以内刷卡也是取餐。两项的改动从还没有截止的餐次起',
    }),
    allergy: choice(
      '过敏原',
      [
        { value: 'NONE', label: '不检查' },
        { value: 'WARN', label: '提示' },
        { value: 'REFUSE', label: '不许订' },
      ],
      {
        required: true,
        initial: 'WARN',
        width: 150,
        help: '人员档案里登记的过敏原与菜品相同时；未满 14 周岁的一律不许订',
      },
    ),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    createdAt: time('创建时间'),
  },
  list: {
    columns: except(
      'chooseCount',
      'chooseGroups',
      'openDays',
      'cancelDays',
      'cancelTime',
      'byWorkdays',
      'autoConfirmMin',
      'swipeTakes',
      'settleMinutes',
      'slackMinutes',
      'createdAt',
    ),
    important: ['name', 'restaurantId', 'mealPeriodIds', 'mode', 'cutDays', 'cutTime', 'payTime', 'status'],
    search: ['name', 'restaurantId', 'mode', 'payTime', 'status'],
    row: ['edit', ...onOff('停用后不再接受新订单，已订的照旧。确定停用？', { tone: 'danger' }), 'remove'],
    tools: ['create'],
    notice: true,
  },
  versions: { foresees: true, until: { status: 'DISABLED' } },
  form: {
    sections: [
      { title: '谁、哪一餐', fields: ['name', 'restaurantId', 'mealPeriodIds', 'typeIds', 'dayKinds'] },
      {
        title: '订什么',
        fields: ['mode', 'priceFen', 'chooseCount', 'chooseGroups', 'oncePerMeal', 'maxPortions', 'allergy'],
      },
      { title: '什么时候', fields: ['openDays', 'cutDays', 'cutTime', 'cancelDays', 'cancelTime', 'byWorkdays'] },
      {
        title: '取餐与付款',
        fields: ['pickups', 'swipeTakes', 'slackMinutes', 'autoConfirmMin', 'payTime', 'missPercent', 'settleMinutes'],
      },
      { title: '其他', fields: ['status'] },
    ],
  },
});
