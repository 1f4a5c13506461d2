/** 解绑管理: which WeChat accounts and apps act for whom, taken away by the clerk with a reason; and the cards people had. */
import { choice, phone, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../persons/about-person.ts';
import { bindingFlow, bindingStatuses } from '../binding-states.ts';

export default page({
  path: '/admin/organization/unbind',
  title: '解绑管理',
  limited: ['DEPARTMENT'],
  menu: ['人员卡务', '卡务与绑定'],
  order: 5,
  fields: {
    ...aboutPerson('人员'),
    kind: choice('绑定', [
      { value: 'WECHAT', label: '微信', tone: 'success' },
      { value: 'APP', label: '应用', tone: 'warning' },
      { value: 'CARD', label: '卡片', tone: 'info' },
    ]),
    cardNo: text('卡号'),
    nickname: text('微信昵称/应用'),
    phone: phone('绑定手机'),
    relation: choice('关系', [
      { value: 'SELF', label: '本人', tone: 'info' },
      { value: 'PARENT', label: '家长', tone: 'neutral' },
    ]),
    boundAt: time('绑定时间', { sortable: true }),
    status: choice('状态', bindingStatuses),
    unboundAt: time('解绑时间'),
    unboundName: text('解绑人'),
    unbindReason: text('解绑原因'),
  },
  list: {
    subline: { personId: 'jobNumber' },
    search: [
      keyword('姓名/工号/昵称/手机/卡号', 'personId', 'jobNumber', 'nickname', 'phone'),
      'departmentId',
      'kind',
      'relation',
      'status',
      range('boundAt'),
    ],
    row: [
      bindingFlow.button('unbind', {
        whyNot: (r) => (r.kind === 'CARD' ? '卡片已退回或补换' : '已解绑；本人重新绑定后恢复'),
      }),
      'view',
    ],
  },
});
