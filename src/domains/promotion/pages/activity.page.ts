/** 营销活动: what a caterer gives on recharges, takes off meals or sends as coupons; who bears it, up to which budget, what came of it. */
import { bool, choice, int, lines, money, percent, ref, refs, text, time } from '../../../kit/define/field.ts';
import { keyword, page } from '../../../kit/define/page.ts';
import { activityFlow, activityKinds, activityStatuses, bearers } from '../activities/states.ts';
import { audiences } from '../coupons/audiences.ts';

const gift = (v: { kind?: unknown }) => v.kind === 'RECHARGE_GIFT';
const discount = (v: { kind?: unknown }) => v.kind === 'DISCOUNT';
const coupon = (v: { kind?: unknown }) => v.kind === 'COUPON';

export default page({
  path: '/admin/contractor/activity',
  title: '营销活动',
  menu: ['经营管理', '项目与餐厅'],
  order: 50,
  fields: {
    name: text('名称', { required: true, max: 40, width: 300 }),
    kind: choice('类型', activityKinds, { required: true, createOnly: true, initial: 'RECHARGE_GIFT', width: 400 }),
    tiers: lines(
      '赠送档位',
      {
        thresholdFen: money('充值满', { required: true, min: 100, max: 500_000 }),
        giftFen: money('送', { required: true, min: 1, max: 500_000 }),
      },
      { min: 1, max: 5, unique: ['thresholdFen'], when: gift },
    ),
    onlineOnly: bool('仅线上充值', { initial: false, when: gift }),
    giftDays: int('赠送金有效', { required: true, min: 1, max: 730, unit: '天', initial: 90, width: 150, when: gift }),
    percentPaid: percent('实付比例', {
      required: true,
      min: 1_000,
      max: 9_900,
      width: 150,
      help: '八折填 80',
      when: discount,
    }),
    maxEachFen: money('每笔最多减', { required: true, min: 1, max: 100_000, width: 150, when: discount }),
    faceFen: money('每张面值', { required: true, min: 1, max: 100_000, width: 150, when: coupon }),
    couponDays: int('券有效', { required: true, min: 1, max: 365, unit: '天', initial: 14, width: 150, when: coupon }),
    leastFen: money('消费满', {
      min: 0,
      max: 1_000_000,
      initial: 0,
      width: 150,
      help: '0 为不限',
      when: (v) => !gift(v),
    }),
    organizationIds: refs('单位', 'organization', { required: true, width: 400 }),
    restaurantIds: refs('餐厅', 'restaurant', {
      width: 400,
      none: '本公司经营的全部',
      help: '不选为本公司在这些单位经营的全部餐厅',
      when: (v) => !gift(v),
    }),
    bearer: choice('费用承担', bearers, {
      required: true,
      initial: 'CONTRACTOR',
      width: 200,
      help: '单位承担的，各单位同意后才在那里生效，金额计入结算单',
    }),
    budgetFen: money('预算', { required: true, min: 1, max: 1_000_000_000, width: 200, help: '用完即止，不会超出' }),
    startAt: time('开始', { required: true }),
    endAt: time('结束', { required: true }),
    terms: text('优惠', { columnWidth: 260 }),
    useCount: int('享受', { unit: '笔' }),
    peopleCount: int('享受人数', { unit: '人' }),
    baseFen: money('带动金额', { help: '享受优惠的充值、消费在优惠前的金额' }),
    givenFen: money('已优惠', { help: '已减退回的' }),
    reservedFen: money('已占用', { help: '已优惠，加未用的优惠券和正在发生的消费' }),
    missedCount: int('预算不足未送', { unit: '笔' }),
    unitsWaiting: int('待单位同意', { unit: '家' }),
    status: choice('状态', activityStatuses),
    createdAt: time('创建时间'),
  },
  list: {
    columns: [
      'name',
      'kind',
      'terms',
      'organizationIds',
      'bearer',
      'startAt',
      'endAt',
      'budgetFen',
      'reservedFen',
      'givenFen',
      'useCount',
      'peopleCount',
      'baseFen',
      'unitsWaiting',
      'status',
    ],
    important: ['name', 'terms', 'budgetFen', 'givenFen', 'status'],
    search: ['kind', 'status', keyword('名称', 'name')],
    totals: ['budgetFen', 'givenFen'],
    tools: ['create'],
    row: [
      {
        key: 'edit',
        label: '编辑',
        open: '/admin/contractor/activity/form?id={id}',
        when: (row) => row.status === 'DRAFT',
      },
      activityFlow.button('start'),
      {
        key: 'issue',
        label: '发券',
        tone: 'primary',
        form: {
          organizationId: ref('单位', 'organization', { required: true }),
          audience: choice('发给', audiences, { required: true, initial: 'EATING' }),
        },
        when: (row) => row.kind === 'COUPON' && row.status === 'ONGOING',
        done: '已发券，下次刷卡自动使用',
      },
      activityFlow.button('setBudget'),
      activityFlow.button('pause'),
      activityFlow.button('resume'),
      activityFlow.button('end'),
      { key: 'effect', label: '查看效果', open: '/admin/contractor/activity/record?id={id}' },
    ],
  },
  form: {
    sections: [
      {
        title: '优惠',
        fields: [
          'name',
          'kind',
          'tiers',
          'onlineOnly',
          'giftDays',
          'percentPaid',
          'maxEachFen',
          'faceFen',
          'couponDays',
          'leastFen',
        ],
      },
      { title: '范围与费用', fields: ['organizationIds', 'restaurantIds', 'bearer', 'budgetFen', 'startAt', 'endAt'] },
    ],
  },
});
