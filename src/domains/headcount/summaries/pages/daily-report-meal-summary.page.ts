/** 每日报餐汇总: what was reported for each meal, what became of it, and who ate. */
import { choice, date, int, longText, money, percent, ref, text } from '../../../../kit/define/field.ts';
import { eq, sum } from '../../../../kit/define/identity.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { drillCounts, drillGuests, drillHeads, drillReports, drillWaste, reportLines } from '../drills.ts';

export const settlementStates = [
  { value: 'OPEN', label: '报餐中', tone: 'info' },
  { value: 'CLOSED', label: '已截止', tone: 'neutral' },
  { value: 'PROVISIONAL', label: '暂定', tone: 'warning' },
  { value: 'SETTLED', label: '已结算', tone: 'success' },
] as const;

const mealOf = (row: Record<string, unknown>, search: Record<string, unknown>) => ({
  diningDate: [row.diningDate, row.diningDate],
  mealPeriodId: row.mealPeriodId,
  restaurantId: search.restaurantId,
  departmentId: search.departmentId,
});

export const mealFigures = {
  toCook: int('已知要吃', {
    unit: '份',
    help: '报餐份数 + 默认就餐 + 只报人数 + 客餐；没有报也来吃的不在内，做多少看预测份数；订餐另计',
  }),
  portions: int('报餐份数', { unit: '份', help: '按人报的份数，按报餐流水：每次报餐加、每次取消减' }),
  byDefault: int('默认就餐', { unit: '人', help: '没有说不吃、截止时自动报上的人；只数最近几餐还没有截止的' }),
  countedPortions: int('只报人数', { unit: '人', help: '部门没有按名字报的人数，不在报餐份数内；计入预测与备餐' }),
  guestPortions: int('客餐', { unit: '人', help: '已批准的客餐人数，不在报餐份数内；预测含截止时已批准的' }),
  cancelledPortions: int('取消', { unit: '份' }),
  eatenPortions: int('已就餐', { unit: '份' }),
  missedPortions: int('报餐未就餐', { unit: '份', help: '含免扣、警告、豁免与扣费' }),
  unclearPortions: int('待判定', { unit: '份', alarm: true, help: '到场被拒，或就餐记录已全部退回' }),
  waitingPortions: int('待就餐', { unit: '份' }),
  rate: percent('就餐率', { help: '已就餐 ÷（已就餐 + 报餐未就餐 + 待判定）' }),
  heads: int('实际就餐', { unit: '人次', help: '截止后的餐次；同一人同一餐计一次' }),
  reportedHeads: int('已报就餐', { unit: '人次' }),
  countedHeads: int('人数报餐就餐', { unit: '人次', help: '本人没有报餐，所在部门（或上级）报了人数' }),
  unreportedHeads: int('未报餐就餐', { unit: '人次', help: '本人没有报餐，所在部门也没有报人数' }),
  guestHeads: int('客餐就餐', { unit: '人次', help: '签收的实到人数，挂账到部门' }),
  pendingHeads: int('脱机待处理', {
    unit: '人次',
    alarm: true,
    help: '凭脱机记录认定就餐、还没有入账，不在实际就餐内',
  }),
  consumeHeads: int('消费人次', { unit: '人次', help: '消费汇总当日的人次' }),
  movedHeads: int('跨日更正', { unit: '人次', help: '不在就餐当日入账或退回的人次：补传、纠错' }),
};

export const wasteFigures = {
  wasteGrams: int('浪费', {
    unit: '克',
    help: '已过的餐次，各道菜（实备或计划的份数 − 已售）× 每份配料净重，与菜谱汇总同一个算法；有人没有按菜记下吃了什么的，按份数减实到人数算，旁边写「至少」；没有配方、没有份数的不在其中，写在旁边',
  }),
  wasteFen: money('浪费金额', { help: '同样的份数 × 发布时的每份成本' }),
  wasteNote: text('浪费未知'),
};

/** R1 and R2: reports by their journal and by their fates, diners by consumption and person by person. */
export const mealIdentities = [
  sum('toCook', ['portions', 'byDefault', 'countedPortions', 'guestPortions']),
  eq('portions', ['eatenPortions', 'missedPortions', 'unclearPortions', 'waitingPortions']),
  sum('heads', ['reportedHeads', 'countedHeads', 'unreportedHeads', 'guestHeads']),
  eq(['consumeHeads', 'movedHeads'], ['reportedHeads', 'countedHeads', 'unreportedHeads', 'guestHeads']),
];

export default page({
  path: '/admin/organization/daily_report_meal_summary',
  title: '每日报餐汇总',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐报表'],
  order: 20,
  fields: {
    diningDate: date('日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    state: choice('结算', settlementStates, { columnWidth: 100 }),
    waiting: text('等待补传'),
    departmentId: ref('部门', 'department'),
    restaurantId: ref('餐厅', 'restaurant'),
    ...mealFigures,
    ...wasteFigures,
    forecast: int('预测份数', {
      unit: '份',
      help: '按报餐与近期同类日子的到餐率、未报餐人次推算，临近假期的按往年这样的日子折算，加已批准的客餐；截止时定下，不再改动',
    }),
    forecastRange: text('预测区间'),
    forecastNote: text('预测依据', { columnWidth: 260, help: '临近假期的预测照往年这样的日子折算；空着的照平日推算' }),
    offBy: percent('预测偏差', {
      min: -1_000_000,
      help: '（已就餐份数 + 人数报餐就餐 + 未报餐就餐 + 客餐就餐 − 预测）÷ 预测',
    }),
  },
  list: {
    columns: except('departmentId', 'restaurantId', 'waiting', 'forecastRange', 'wasteNote'),
    important: [
      'diningDate',
      'mealPeriodId',
      'state',
      'toCook',
      'portions',
      'byDefault',
      'countedPortions',
      'guestPortions',
      'heads',
      'forecast',
    ],
    subline: { state: 'waiting', forecast: 'forecastRange', wasteFen: 'wasteNote' },
    search: [range('diningDate', 'thisMonth'), 'mealPeriodId', 'departmentId', 'restaurantId', 'state'],
    totals: except('forecast', 'wasteGrams', 'wasteFen'),
    tools: [
      {
        key: 'settle',
        label: '结算/重算',
        form: {
          diningDate: date('就餐日期', { required: true }),
          mealPeriodId: ref('餐次', 'meal_period', { required: true }),
          reason: longText('原因', { required: true, max: 100, placeholder: '如：终端损坏，无法补传；补登后核对' }),
        },
        confirm: '暂定的不再等待终端补传，按现有记录结算；已结算的按现有记录重算，多扣的退回，少扣的补扣。',
        outcome: true,
        whole: true,
        done: '已结算，扣费随即进行',
      },
      { key: 'missed', label: '未就餐统计', open: '/admin/organization/statistics/order_non_eat' },
    ],
    notice: true,
  },
  report: {
    identities: mealIdentities,
    drill: {
      path: reportLines,
      search: mealOf,
      columns: {
        ...drillReports(mealOf),
        ...drillHeads(mealOf),
        toCook: null,
        byDefault: null,
        countedPortions: drillCounts(mealOf),
        guestPortions: drillGuests(mealOf),
        consumeHeads: null,
        movedHeads: null,
        rate: null,
        forecast: null,
        offBy: null,
        ...drillWaste,
      },
    },
  },
});
