/** 营销活动 at the organization: what caterers offer its diners, and whether it bears the cost. */
import { choice, money, ref, text, time } from '../../../kit/define/field.ts';
import { except, keyword, page } from '../../../kit/define/page.ts';
import { activityKinds, bearers, unitFlow, unitStatuses } from '../activities/states.ts';

export default page({
  path: '/admin/organization/activity',
  title: '承包商活动',
  menu: ['资金账户', '单位资金'],
  order: 90,
  fields: {
    activityName: text('活动', { columnWidth: 180 }),
    contractorId: ref('承包商', 'contractor'),
    kind: choice('类型', activityKinds),
    terms: text('优惠', { columnWidth: 300 }),
    bearer: choice('费用承担', [
      { value: 'CONTRACTOR', label: '承包商承担' },
      { ...bearers[1], label: '本单位承担' },
    ]),
    budgetFen: money('预算', { help: '活动在全部单位合计的上限' }),
    startAt: time('开始'),
    endAt: time('结束'),
    givenFen: money('在本单位已优惠'),
    status: choice('状态', unitStatuses),
    decidedBy: text('答复人'),
    decidedAt: time('答复时间'),
  },
  list: {
    columns: except('kind', 'decidedAt'),
    important: ['activityName', 'terms', 'bearer', 'status'],
    search: ['status', 'bearer', keyword('活动', 'activityName')],
    row: [...unitFlow.buttons, 'view'],
  },
});
