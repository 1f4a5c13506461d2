/** 解绑管理: which WeChat accounts act for whom; the clerk takes a binding away with a reason. */
import { choice, longText, phone, ref, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { bindingMay, bindingStatuses } from '../binding-states.ts';

export default page({
  path: '/admin/organization/unbind',
  title: '解绑管理',
  menu: ['人员卡务', '卡务与绑定'],
  order: 5,
  fields: {
    personId: ref('人员', '/admin/organization/user'),
    jobNumber: text('工号/学号'),
    departmentId: ref('部门', '/admin/organization/department', { tree: true }),
    cardNo: text('卡号'),
    nickname: text('微信昵称'),
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
    columns: [
      'personId',
      'departmentId',
      'cardNo',
      'nickname',
      'phone',
      'relation',
      'boundAt',
      'status',
      'unboundAt',
      'unboundName',
      'unbindReason',
    ],
    subline: { personId: 'jobNumber' },
    search: [
      keyword('姓名/工号/昵称/手机', 'personId', 'jobNumber', 'nickname', 'phone'),
      'departmentId',
      'relation',
      'status',
      range('boundAt'),
    ],
    sort: '-boundAt',
    row: [
      {
        key: 'unbind',
        label: '解绑',
        tone: 'danger',
        batch: true,
        form: {
          reason: longText('解绑原因', { required: true, max: 100, placeholder: '如：换手机、家长更换、绑错人' }),
        },
        when: (row) => bindingMay('unbind', row.status),
        whyNot: () => '已解绑；本人在微信中重新绑定后恢复',
        done: '已解绑，该微信不能再查询和充值；可由本人重新绑定',
      },
      'view',
    ],
    export: true,
  },
});
