/** 被拒消费: swipes that terminals refused, with the rule and the figure; no money moved. */
import { choice, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { tradeModes } from '../../fields.ts';
import { conflicts } from '../../offline/states.ts';

export default page({
  path: '/admin/organization/consume/refused',
  title: '被拒消费',
  limited: ['DEPARTMENT'],
  menu: ['消费管理', '消费处理'],
  order: 7,
  fields: {
    personName: text('姓名'),
    jobNumber: text('工号'),
    refusedAt: time('时间', { sortable: true }),
    why: choice('类别', conflicts),
    reason: text('拒绝原因', { columnWidth: 320 }),
    amountFen: money('输入金额'),
    mode: choice('消费方式', tradeModes),
    deviceId: ref('设备', 'device'),
    restaurantId: ref('餐厅', 'restaurant'),
    cardNo: text('卡号'),
    deviceSeq: text('设备流水号', { columnWidth: 130 }),
    deploySiteId: ref('部署点', 'deploy_site'),
  },
  list: {
    columns: except('deploySiteId'),
    subline: { personName: 'jobNumber' },
    search: [
      range('refusedAt', 'today'),
      keyword('姓名/工号/卡号', 'personName', 'jobNumber', 'cardNo'),
      'why',
      'deviceId',
      'restaurantId',
    ],
    row: ['view', { key: 'charge', label: '人工消费', open: '/admin/organization/artificial_chopping/form' }],
    refreshSeconds: 30,
  },
});
