/** 脱机消费: records of terminals that were cut off and could not be posted as they came. */
import { choice, date, int, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { all, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { tradeModes } from '../../fields.ts';
import { conflicts, offlineFlow, offlineStatuses } from '../states.ts';

const charged = (r: Readonly<Record<string, unknown>>) => r.status === 'POSTED' || r.status === 'POSTED_OVERDRAFT';

export default page({
  path: '/admin/organization/offline_consume',
  title: '脱机消费',
  limited: ['DEPARTMENT'],
  menu: ['消费管理', '消费处理'],
  order: 4,
  fields: {
    personName: text('姓名'),
    jobNumber: text('工号'),
    status: choice('状态', offlineStatuses),
    conflict: choice('冲突', conflicts),
    reason: text('原因', { columnWidth: 220 }),
    attempts: int('已试', { unit: '次' }),
    amountFen: money('记录金额', { help: '定值消费由平台计价，记录没有金额' }),
    occurredAt: time('消费时间', { sortable: true }),
    businessDate: date('营业日期'),
    uploadedAt: time('上传时间', { sortable: true }),
    deviceId: ref('设备', 'device'),
    deviceSeq: text('设备流水号', { columnWidth: 130 }),
    cardNo: text('卡号'),
    mode: choice('消费方式', tradeModes),
    chargedFen: money('实际扣款'),
    tradeNo: text('入账交易号', { columnWidth: 130 }),
    handlerName: text('处理人'),
    handledAt: time('处理时间'),
    note: text('处理备注'),
  },
  list: {
    columns: except('attempts', 'businessDate', 'handledAt'),
    subline: { personName: 'jobNumber' },
    search: [
      { key: 'status', initial: 'SUSPENSE' },
      'conflict',
      'deviceId',
      range('occurredAt'),
      range('businessDate'),
      keyword('姓名/工号/卡号', 'personName', 'jobNumber', 'cardNo'),
      range('uploadedAt'),
    ],
    sort: '-uploadedAt',
    totals: all(),
    row: [
      ...offlineFlow.buttons,
      {
        key: 'takeBack',
        label: '退回补扣',
        tone: 'danger',
        outcome: true,
        form: { reason: longText('原因', { required: true, max: 100 }) },
        when: charged,
        done: '已全额退回',
      },
      { key: 'correct', label: '纠错', open: '/admin/organization/correct/form?tradeId={tradeNo}', when: charged },
      'view',
    ],
    tools: [{ key: 'gaps', label: '设备缺号', open: '/admin/organization/offline_consume/gap' }],
  },
});
