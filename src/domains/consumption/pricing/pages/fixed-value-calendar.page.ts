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
  verbs: { year: '查看年历' },
  duties: { year: 'look' },
  fields: {
    day: date('日期', { sortable: true, required: true, aliases: ['开始日期', '从'] }),
    endDate: date('结束日期', { hidden: true, aliases: ['至', '到'], help: '连续几天时填写，空着就是一天' }),
    weekday: text('星期'),
    kind,
    note,
    updatedAt: time('设置时间'),
  },
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
  import: {
    fields: ['day', 'endDate', 'kind', 'note'],
    help: '一行一天或一段日期，算作：节假日、调休上班、按周末。已设置过的日期不会改动，导入后可整批撤回。',
  },
});
