/** 备案: from 100,000 stored faces on, the day it was reached, until when to file, and under which number it was. */
import { choice, date, file, int, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { filingDays } from '../face-states.ts';
import faceCount from './face-info-count.page.ts';

const said = {
  filingNo: text('备案号', { required: true, max: 60, width: 300 }),
  office: text('备案机关', { required: true, max: 60, width: 300 }),
  filedOn: date('备案日期', { required: true }),
  file: file('备案回执'),
};

export default page({
  of: faceCount,
  path: 'filing',
  title: '备案',
  limited: 'common',
  fields: {
    state: choice('状态', [
      { value: 'DUE', label: '待备案', tone: 'warning' },
      { value: 'OVERDUE', label: '已过期限', tone: 'danger' },
      { value: 'FILED', label: '已备案', tone: 'success' },
    ]),
    reachedOn: date('达到数量'),
    storedCount: int('当日存储', { unit: '人' }),
    dueOn: date('到期日', {
      help: `${filingDays} 个工作日，除去法定节假日、计入调休上班；国务院还没有公布的年份只知道法定节日，公布后请核对`,
    }),
    daysLeft: int('剩余', { unit: '天', none: '—' }),
    ...said,
    recordedName: text('登记人'),
    updatedAt: time('登记时间'),
  },
  list: {
    columns: ['state', 'reachedOn', 'storedCount', 'dueOn', 'daysLeft', 'filingNo', 'office', 'filedOn', 'file'],
    search: ['state'],
    notice: true,
    row: [{ key: 'record', label: '登记备案', form: said, done: '已登记；更正时再登记一次，原来的写在系统日志' }],
  },
});
