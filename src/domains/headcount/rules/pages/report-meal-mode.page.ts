/** 报餐模式: who reports which meal how, and what becomes of a portion nobody came for. */
import { bool, choice, int, lines, money, normalDisabled, ref, text, time } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { mealReach } from '../meal-reach.ts';

export const reportModes = [
  { value: 'OPT_IN', label: '报了才吃', tone: 'info' },
  { value: 'OPT_OUT', label: '默认就餐，不吃须取消', tone: 'success' },
  { value: 'CALENDAR', label: '按固定周历，另说的除外', tone: 'success' },
  { value: 'DEPT', label: '部门统一报餐', tone: 'info' },
] as const;

const onMiss = [
  { value: 'NONE', label: '不处理', tone: 'neutral' },
  { value: 'WARN', label: '警告', tone: 'warning' },
  { value: 'CHARGE', label: '扣费', tone: 'danger' },
] as const;

/** What becomes of a charge that could not be paid for seven days. */
const waitThens = [
  { value: 'KEEP', label: '每晚继续再扣' },
  { value: 'PAYROLL', label: '转工资代扣' },
  { value: 'WAIVE', label: '核销，不再扣' },
] as const;

const charged = (values: Readonly<Record<string, unknown>>) => values.onMiss === 'CHARGE';

export default page({
  path: '/admin/organization/report_meal_mode',
  title: '报餐模式',
  limited: 'common',
  menu: ['报餐管理', '报餐设置'],
  order: 10,
  fields: {
    name: text('规则名称', { required: true, max: 40, width: 300, columnWidth: 150 }),
    mode: choice('模式', reportModes, {
      required: true,
      initial: 'OPT_IN',
      width: 300,
      columnWidth: 180,
      help: '按固定周历：每人的星期与餐次在「固定周历」登记；部门统一报餐：由部门负责人按人或只报人数，本人不能报',
    }),
    ...mealReach,
    restaurantId: ref('就餐餐厅', 'restaurant', { required: true, width: 300, help: '报餐时未另选餐厅的，计入这家' }),
    maxPortions: int('每人每餐最多', { required: true, unit: '份', min: 1, max: 99, initial: 1, width: 150 }),
    onMiss: choice('报了不吃', onMiss, { required: true, initial: 'WARN' }),
    priceFen: money('未就餐扣费', {
      required: true,
      max: 1_000_000,
      width: 150,
      when: charged,
      help: '按 100% 扣时的金额',
    }),
    freePerMonth: int('每月免扣', {
      required: true,
      unit: '次',
      min: 0,
      max: 31,
      initial: 0,
      width: 150,
      when: charged,
      help: '每人每自然月最早的几次不扣；迟到的就餐记录会让免扣顺延',
    }),
    steps: lines(
      '扣费比例',
      {
        from: int('从本月第', { required: true, unit: '次起', min: 1, max: 31 }),
        percent: int('扣', { required: true, unit: '%', min: 0, max: 100 }),
      },
      {
        unique: ['from'],
        max: 10,
        when: charged,
        help: '不填则每次扣 100%。比例须随次数上升，次数从本月第一次未就餐数起（含免扣的）',
      },
    ),
    dayCapFen: money('每日最多扣', { max: 1_000_000, min: 1, width: 150, when: charged, help: '留空不限' }),
    monthCapFen: money('每月最多扣', { max: 10_000_000, min: 1, width: 150, when: charged, help: '留空不限' }),
    subsidyPays: bool('补贴可付扣费', { when: charged, help: '否：只从主账户扣' }),
    waitThen: choice('满 7 天未扣成', waitThens, { required: true, initial: 'KEEP', when: charged, width: 500 }),
    stopAfter: int('每月未就餐满', {
      unit: '次',
      min: 1,
      max: 31,
      width: 150,
      help: '满这么多次停报，满两倍再停一次；留空不停报',
    }),
    stopDays: int('停报', {
      unit: '天',
      min: 1,
      max: 62,
      width: 150,
      help: '从次日起不能报餐，不影响就餐；可在「免扣与停报」解除',
    }),
    reportedFen: money('报餐就餐价', {
      max: 1_000_000,
      width: 150,
      none: '按定值',
      help: '定值消费时报了餐的每份价格；留空按定值设置',
    }),
    walkInFen: money('未报餐就餐价', {
      max: 1_000_000,
      width: 150,
      none: '按定值',
      help: '没有报餐、或吃超所报份数的价格；定值设置了第二次价格的，第二次起按定值',
    }),
    walkIn: bool('未报餐可就餐', { initial: true, help: '否：没有报餐的在就餐餐厅刷卡被拒绝；脱机消费不受限制' }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    createdAt: time('创建时间'),
  },
  list: {
    columns: except('maxPortions', 'dayCapFen', 'subsidyPays', 'waitThen', 'stopAfter', 'stopDays', 'createdAt'),
    important: ['name', 'mode', 'mealPeriodIds', 'typeIds', 'onMiss', 'priceFen', 'status'],
    search: ['name', 'mode', 'onMiss', 'status'],
    row: ['edit', ...onOff('停用后该规则不再要求报餐，已报的照旧。确定停用？', { tone: 'danger' }), 'remove'],
    tools: ['create', { key: 'period', label: '报餐时段', open: '/admin/organization/meal_reporting_period' }],
  },
  // A rule speaks of the meals that close while it holds.
  versions: { foresees: true, until: { status: 'DISABLED' } },
  form: {
    sections: [
      {
        title: '谁、哪一餐',
        fields: ['name', 'mode', 'mealPeriodIds', 'typeIds', 'dayKinds', 'restaurantId', 'maxPortions'],
      },
      {
        title: '未就餐的处理',
        fields: [
          'onMiss',
          'priceFen',
          'freePerMonth',
          'steps',
          'dayCapFen',
          'monthCapFen',
          'subsidyPays',
          'waitThen',
          'stopAfter',
          'stopDays',
        ],
      },
      { title: '在就餐餐厅刷卡', fields: ['reportedFen', 'walkInFen', 'walkIn'] },
      { title: '其他', fields: ['status'] },
    ],
  },
});
