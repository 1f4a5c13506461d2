/** 补贴配置: who gets how much and when, until when it can be spent and where, and what becomes of the rest. */
import { bool, choice, date, int, lines, normalDisabled, ref, refs, text } from '../../../kit/define/field.ts';
import { except, page } from '../../../kit/define/page.ts';
import {
  bases,
  carryOvers,
  clearings,
  cycles,
  dates,
  mealBases,
  monthDates,
  months,
  weekdays,
} from '../rules/words.ts';
import { type GrantUnit, inMeals, inMoney } from '../units.ts';

const rulesIn = (unit: GrantUnit) =>
  page({
    path: `${unit.path}/configure`,
    title: `${unit.noun}配置`,
    menu: unit.menu,
    order: 1,
    fields: {
      name: text('规则名称', {
        required: true,
        max: 40,
        width: 300,
        placeholder: unit.purse === 'COUNT' ? '如：教职工早餐' : '如：教职工餐补',
      }),
      typeIds: refs('人员类别', 'person_type'),
      typeAmounts: lines(
        `每人${unit.word}`,
        {
          typeId: ref('人员类别', 'person_type', { required: true }),
          amountFen: unit.amount(unit.word, { required: true, min: 1, max: unit.most }),
        },
        { min: 1, max: 50, unique: ['typeId'], fill: 'typeId' },
      ),
      amountText: text(`每人${unit.word}`, { columnWidth: 220 }),
      basis: choice('计发依据', unit.purse === 'COUNT' ? mealBases : bases, {
        required: true,
        initial: 'FIXED',
        width: 500,
        columnWidth: 130,
        help: `按天数或班次计发时，${unit.word}为每天（班）的${unit.word}，天数由发放时上传的表格提供`,
      }),
      maxUnits: int('最多计发', {
        unit: '天/班',
        min: 1,
        max: 400,
        width: 150,
        help: '不填则按实际天数',
        when: (v) => v.basis !== 'FIXED',
      }),
      cycle: choice('周期', cycles, { required: true, initial: 'MONTH', width: 150 }),
      weekday: choice('发放日', weekdays, {
        required: true,
        initial: '1',
        width: 200,
        when: (v) => v.cycle === 'WEEK',
      }),
      monthDay: choice('发放日', monthDates, {
        required: true,
        initial: '1',
        width: 200,
        when: (v) => v.cycle === 'MONTH',
      }),
      yearMonth: choice('发放月', months, {
        required: true,
        initial: '1',
        width: 200,
        when: (v) => v.cycle === 'YEAR',
      }),
      yearDate: choice('发放日', dates, { required: true, initial: '1', width: 200, when: (v) => v.cycle === 'YEAR' }),
      dayText: text('发放日'),
      automatic: bool('到日自动生成批次', {
        initial: false,
        when: (v) => v.basis === 'FIXED' && v.cycle !== 'ONCE',
        help: '自动生成并校验，等待审核；审核通过后在发放日 04:00（营业日开始）入账。按天数计发的规则需人工上传表格',
      }),
      prepareDays: int('提前生成', {
        unit: '天',
        min: 0,
        max: 7,
        initial: 1,
        width: 150,
        when: (v) => v.automatic === true,
      }),
      nextOn: date('下次发放'),
      clearAt: choice('有效期', clearings, { required: true, initial: 'MONTH', width: 200 }),
      validDays: int('有效天数', {
        required: true,
        unit: '天',
        min: 1,
        max: 3660,
        width: 150,
        help: '含发放当天',
        when: (v) => v.clearAt === 'DAYS',
      }),
      carryOver: choice('到期处理', carryOvers, {
        required: true,
        initial: 'CLEAR',
        width: 500,
        when: (v) => v.clearAt !== 'NEVER',
      }),
      carryMaxFen: unit.amount('结转上限', {
        required: true,
        min: 1,
        width: 200,
        help: `每人合计保留的最多${unit.word}，超出部分清零`,
        when: (v) => v.carryOver === 'CARRY_MAX',
      }),
      carryText: text('到期处理', { columnWidth: 160 }),
      useMealIds: refs('可用餐次', 'meal_period', { width: 400, help: '不选则不限' }),
      useSiteIds: refs('可用部署点', 'deploy_site', { width: 400, help: '不选则不限' }),
      dayUseLimitFen: unit.amount('每日使用上限', {
        min: 1,
        max: unit.most,
        width: 200,
        help: '本规则的补贴每人每天最多用这么多，超出部分由后面的账户付；不填则不限',
        when: () => unit.purse === 'SUBSIDY',
      }),
      debitOrder: int('扣款顺序', {
        min: 1,
        max: 9,
        initial: 5,
        width: 150,
        help: '多个补贴时数字小的先扣；同一顺序先到期的先扣，再扣余额小的。补贴总在主账户之前',
      }),
      status: choice('状态', normalDisabled),
    },
    list: {
      // The record tells in words what the form asks in parts.
      detail: except(
        'typeIds',
        'typeAmounts',
        'cycle',
        'weekday',
        'monthDay',
        'yearMonth',
        'yearDate',
        'carryOver',
        'carryMaxFen',
      ),
      columns: [
        'name',
        'amountText',
        'basis',
        'dayText',
        'automatic',
        'nextOn',
        'clearAt',
        'carryText',
        'debitOrder',
        'status',
      ],
      search: ['name', 'typeIds', 'status'],
      sort: 'name',
      row: [
        'edit',
        {
          key: 'grant',
          label: '发放',
          open: `${unit.path}/batch_recharge/form?ruleId={id}`,
          when: (r) => r.status === 'NORMAL',
        },
        {
          key: 'disable',
          label: '停用',
          tone: 'danger',
          confirm: '确定停用「{name}」？停用后不再自动生成批次，已发放的补贴不受影响。',
          when: (r) => r.status === 'NORMAL',
        },
        { key: 'enable', label: '启用', tone: 'success', when: (r) => r.status === 'DISABLED' },
        'remove',
      ],
      tools: ['create'],
    },
    versions: { ...(unit.purse === 'SUBSIDY' ? { foresees: true as const } : {}), until: { status: 'DISABLED' } },
    form: {
      sections: [
        { title: '发给谁，发多少', fields: ['name', 'basis', 'typeAmounts', 'maxUnits'] },
        {
          title: '什么时候发',
          fields: ['cycle', 'weekday', 'monthDay', 'yearMonth', 'yearDate', 'automatic', 'prepareDays'],
        },
        { title: '有效期与到期', fields: ['clearAt', 'validDays', 'carryOver', 'carryMaxFen'] },
        { title: '在哪里用', fields: ['useMealIds', 'useSiteIds', 'dayUseLimitFen', 'debitOrder'] },
      ],
    },
  });

export const rules = rulesIn(inMoney);
export const countRules = rulesIn(inMeals);
