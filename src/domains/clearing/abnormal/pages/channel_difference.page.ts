/** 渠道差异 of a unit: what the channels' bills say otherwise than its books; the platform works it off, the unit sees how far it is. */
import { choice, date, longText, money, text, time } from '../../../../kit/define/field.ts';
import { all, keyword, page, range } from '../../../../kit/define/page.ts';
import { channels } from '../../bills/bill-states.ts';
import { abnormalKinds, abnormalStatuses } from '../abnormal-states.ts';

export default page({
  path: '/admin/organization/channel_difference',
  title: '渠道差异',
  menu: ['资金账户', '充值存取'],
  order: 90,
  fields: {
    abnormalNo: text('编号', { columnWidth: 200 }),
    kind: choice('类型', abnormalKinds),
    personName: text('人员'),
    channel: choice('渠道', channels),
    day: date('日期', { help: '渠道的日期' }),
    outNo: text('本系统单号', { columnWidth: 200 }),
    channelNo: text('渠道流水号', { columnWidth: 230 }),
    billFen: money('渠道金额'),
    ourFen: money('本系统金额'),
    why: longText('发现', { columnWidth: 240 }),
    status: choice('状态', abnormalStatuses),
    said: text('处理结果', { columnWidth: 220 }),
    handledAt: time('处理时间'),
    foundAt: time('发现时间', { sortable: true }),
  },
  list: {
    columns: all(),
    important: ['abnormalNo', 'kind', 'personName', 'billFen', 'ourFen', 'why', 'status'],
    search: [
      'status',
      'kind',
      'channel',
      range('day'),
      keyword('人员/单号/流水号', 'personName', 'abnormalNo', 'outNo', 'channelNo'),
    ],
    totals: all(),
    row: ['view'],
  },
});
