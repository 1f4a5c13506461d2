/** 节假日日历: the days that are not what their weekday says. */
import { choice, date, text, time } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import { dayKinds } from '../day-words.ts';
import { nationalYears } from '../national-days.ts';

const kind = choice('算作', dayKinds, { required: true, initial: 'HOLIDAY' });
const note = text('说明', { max: 50, placeholder: '如：校庆、停水' });

export default page({
  path: '/admin/organization/fixed_value/calendar',
  title: '节假日日历',
  limited: 'common',
  menu: ['消费管理', '消费设置'],
  fields: { day: date('日期', { sortable: true }), weekday: text('星期'), kind, note, updatedAt: time('设置时间') },
  list: {
    search: [range('day'), 'kind'],
    row: [
      {
        key: 'clear',
        label: '恢复',
        batch: true,
        tone: 'danger',
        confirm: '{day} 恢复为按星期判断？',
        done: '已恢复为按星期判断',
      },
    ],
    tools: [
      {
        key: 'set',
        label: '设置日期',
        tone: 'primary',
        form: {
          startDate: date('开始日期', { required: true }),
          endDate: date('结束日期', { required: true }),
          dayKind: kind,
          note,
        },
        done: '日历已更新',
      },
      {
        key: 'national',
        label: '载入法定节假日',
        form: {
          year: choice('年份', nationalYears, {
            required: true,
            initial: nationalYears[0]!.value,
            help: '按国务院办公厅的放假与调休通知；手工设置过的日期保持不变',
          }),
        },
        shows: 'receipt',
      },
    ],
    notice: true,
  },
});
