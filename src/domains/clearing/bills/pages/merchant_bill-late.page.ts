/** 未到账单: days of money taken whose bill is not here, and bills the channel did not give when asked. */
import { choice, date, int, money, text } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { billKinds, channels } from '../bill-states.ts';
import merchantBill from './merchant_bill.page.ts';

export default page({
  of: merchantBill,
  path: 'late',
  title: '未到账单',
  fields: {
    day: date('日期'),
    channel: choice('渠道', channels),
    kind: choice('账单', billKinds),
    merchantNo: text('商户号', { columnWidth: 230 }),
    why: choice('为什么', [
      { value: 'LATE', label: '未到', tone: 'warning' },
      { value: 'FAILED', label: '下载失败', tone: 'danger' },
    ]),
    takenFen: money('当天收款', { help: '本系统当天从这个商户号入账的' }),
    said: text('渠道的回答', { columnWidth: 320 }),
    tries: int('已试', { unit: '次' }),
  },
  list: { search: ['why', 'channel', 'day'] },
  report: {},
});
