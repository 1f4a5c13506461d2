/** 报餐明细: every reported portion with what became of it, why, and what it cost. */
import { bool, choice, date, int, longText, money, of, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { ownDepartment } from '../../../people/public.ts';
import { fates, outcomes, reportSources, reportStatuses } from '../report-words.ts';
import { standingFields, standingIdentities, standingKeys } from '../standing.ts';

const waiveReason = longText('豁免原因', { required: true, max: 100, placeholder: '如：当餐设备故障' });
const vouched = { needs: 'vouch', says: '见证人已核对这些未就餐与豁免原因。' } as const;
const wholeMeal = {
  diningDate: date('就餐日期', { required: true }),
  mealPeriodId: ref('餐次', 'meal_period', { required: true }),
  restaurantId: ref('餐厅', 'restaurant', { help: '不选为报这一餐的全部餐厅' }),
};

const missed = ['IGNORED', 'WARNED', 'EXEMPT', 'CHARGE', 'UNCLEAR'];
const mayWaive = (r: { final: boolean | null; fate: string | null; waivedName: string | null }) =>
  r.final === true && missed.includes(r.fate ?? '') && !r.waivedName;

export default page({
  path: '/admin/organization/report_meal_detail',
  title: '报餐明细',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐报表'],
  order: 10,
  fields: {
    diningDate: date('就餐日期', { sortable: true }),
    mealPeriodId: ref('餐次', 'meal_period'),
    personId: ref('姓名', 'person'),
    ...of('personId', { jobNumber: text('工号') }),
    departmentId: ref('部门', 'department', { tree: true }),
    portions: int('份数', { unit: '份' }),
    status: choice('报餐', reportStatuses),
    fate: choice('结果', [...fates, { value: 'CANCELLED', label: '已取消', tone: 'neutral' }], {
      columnWidth: 120,
      none: '待就餐',
    }),
    chargeFen: money('应扣'),
    chargedFen: money('已扣'),
    fateReason: text('依据', { columnWidth: 280 }),
    chargeWait: text('未扣原因', { columnWidth: 180 }),
    eatenAt: time('就餐时间'),
    source: choice('来源', reportSources),
    reportedName: text('报餐人'),
    reportedAt: time('报餐时间'),
    late: bool('截止后', { words: [{ label: '补报/撤报', tone: 'warning' }, { label: '—' }] }),
    waivedName: text('豁免人'),
    final: bool('已结算'),
    restaurantId: ref('餐厅', 'restaurant'),
    ruleId: ref('适用规则', 'meal_rule', { help: '扣费、免扣照这餐截止时的版本，写在依据里；打开规则看各版本' }),
    heard: longText('终端补传', { help: '结算这一餐时：哪些终端供餐，是否都已补传，等过谁' }),
    outcome: choice('去向', outcomes, { hidden: true }),
    ownDepartmentId: ownDepartment,
    pending: bool('凭脱机记录认定', { hidden: true }),
    waits: bool('扣费失败', { hidden: true }),
    ...standingFields,
  },
  verbs: { vouch: '豁免见证' },
  duties: { vouch: 'check' },
  list: {
    columns: except('final', 'restaurantId', 'ruleId', 'heard'),
    important: ['diningDate', 'personId', 'status', 'fate', 'chargeFen', 'chargedFen', 'fateReason'],
    subline: { personId: 'jobNumber' },
    search: [
      range('diningDate', 'last7Days'),
      'mealPeriodId',
      'departmentId',
      'restaurantId',
      'fate',
      'status',
      'source',
      keyword('姓名/工号', 'personId', 'jobNumber'),
      'final',
      'outcome',
      'pending',
      'waits',
      'personId',
      'ownDepartmentId',
    ],
    totals: ['portions', 'chargeFen', 'chargedFen', ...standingKeys],
    // A charge that a late record disproved is nowhere in the report any more: it and what came back stand here.
    related: [
      {
        title: '这一餐的消费、扣费与退回',
        path: '/admin/organization/consume_detail',
        search: (row) => ({
          personId: row.personId,
          mealPeriodId: row.mealPeriodId,
          businessDate: [row.diningDate, row.diningDate],
        }),
        columns: ['tradeNo', 'occurredAt', 'kind', 'amountFen', 'status'],
        rows: 10,
        none: '没有',
      },
    ],
    tools: [
      { key: 'late', label: '补报、换人', open: '/admin/organization/manual_report_meal' },
      { key: 'kitchen', label: '备餐单', open: '/admin/organization/food_menu/kitchen' },
      {
        key: 'waiveMeal',
        label: '整餐豁免',
        form: { ...wholeMeal, reason: waiveReason },
        confirm: '豁免这一餐全部未就餐的人？已扣的费用原路退回；可用「撤销整餐豁免」收回。',
        witness: vouched,
        outcome: true,
        done: '已豁免，已扣的费用随即退回',
      },
      {
        key: 'unwaiveMeal',
        label: '撤销整餐豁免',
        form: wholeMeal,
        confirm: '撤销这一餐的整餐豁免？按规则重新计算；逐人豁免的不变。',
        outcome: true,
        done: '已撤销，按规则重新计算',
      },
    ],
    row: [
      {
        key: 'waive',
        label: '豁免',
        batch: true,
        form: { reason: waiveReason },
        confirm: '豁免 {personName} {diningDate} {mealPeriodName}？已扣的费用原路退回。',
        when: mayWaive,
        whyNot: (r) => (r.final ? undefined : '该餐还未结算，结算后才能豁免'),
        // Up to the limit of corrections one person decides alone.
        witness: { ...vouched, whenAsked: true },
        outcome: true,
        done: '已豁免，已扣的费用随即退回',
      },
      {
        key: 'unwaive',
        label: '撤销豁免',
        confirm: '撤销对 {personName} {diningDate} {mealPeriodName} 的豁免？按规则重新计算。',
        when: (r) => Boolean(r.waivedName),
      },
      {
        key: 'rule',
        label: '适用规则',
        open: '/admin/organization/report_meal_mode/record?id={ruleId}',
        when: (r) => missed.includes(r.fate ?? ''),
      },
      'view',
    ],
  },
  report: { identities: standingIdentities },
});
