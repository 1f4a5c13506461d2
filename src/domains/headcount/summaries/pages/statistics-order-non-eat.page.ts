/** 订餐未就餐统计: who reported and did not come, how often, what it costs and whether it is booked. */
import { choice, date, int, longText, money, of, ref, text } from '../../../../kit/define/field.ts';
import { against, eq } from '../../../../kit/define/identity.ts';
import { all, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { reportLines } from '../drills.ts';

export const handlings = [
  { value: 'PROVISIONAL', label: '暂定', tone: 'warning' },
  { value: 'DUE', label: '待扣费', tone: 'warning' },
  { value: 'DONE', label: '已处理', tone: 'success' },
] as const;

/** What is booked against no report of its own cannot be told by the reports: read among the postings. */
export const bookedElsewhere = '未就餐补扣入账净额';

const ofRow = (row: Record<string, unknown>, search: Record<string, unknown>) => ({
  diningDate: search.diningDate,
  departmentId: search.departmentId,
  personId: row.personId,
  mealPeriodId: row.mealPeriodId,
});
const only = (more: Record<string, unknown>) => ({
  path: reportLines,
  search: (row: Record<string, unknown>, search: Record<string, unknown>) => ({ ...ofRow(row, search), ...more }),
});

export default page({
  path: '/admin/organization/statistics/order_non_eat',
  title: '订餐未就餐统计',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐报表'],
  order: 50,
  fields: {
    personId: ref('姓名', 'person'),
    ...of('personId', { jobNumber: text('工号') }),
    departmentId: ref('部门', 'department'),
    mealPeriodId: ref('餐次', 'meal_period'),
    diningDate: date('期间'),
    misses: int('未就餐次数', { unit: '次', sortable: true }),
    chargeFen: money('应扣', { sortable: true }),
    chargedFen: money('已扣'),
    bookedFen: money('入账净额', { help: '补扣记账减去已退回' }),
    dueFen: money('待扣', { alarm: true, help: '余额不足等原因还没有扣成' }),
    charged: int('扣费', { unit: '次' }),
    exempt: int('免扣', { unit: '次' }),
    excused: int('豁免', { unit: '次', help: '豁免、缺勤、免扣名单' }),
    warned: int('警告', { unit: '次' }),
    ignored: int('不处理', { unit: '次' }),
    handling: choice('处理状态', handlings),
    firstDate: date('首次'),
    lastDate: date('末次'),
    least: int('次数不少于', { unit: '次', min: 1, max: 99, hidden: true }),
  },
  list: {
    columns: except('diningDate'),
    important: ['personId', 'mealPeriodId', 'misses', 'chargeFen', 'chargedFen', 'dueFen', 'handling'],
    subline: { personId: 'jobNumber' },
    search: [
      range('diningDate', 'thisMonth'),
      'departmentId',
      'mealPeriodId',
      'handling',
      'least',
      keyword('姓名/工号', 'personId', 'jobNumber'),
    ],
    sort: '-misses',
    totals: all(),
    row: [
      {
        key: 'stop',
        label: '停报',
        tone: 'danger',
        batch: true,
        form: {
          toDate: date('停报至', { required: true, starts: 'today', help: '从今天起至这一天不能报餐，仍可到餐厅就餐' }),
          reason: longText('原因', { required: true, max: 60, placeholder: '如：本月多次报餐未就餐' }),
        },
        confirm: '停止 {personName} 报餐？期间内已报的不取消；可在「免扣与停报」中解除。',
        done: '已停报，可在「免扣与停报」中解除',
      },
      {
        key: 'lines',
        label: '逐餐豁免',
        open: '/admin/organization/report_meal_detail?personId={personId}&mealPeriodId={mealPeriodId}&outcome=MISSED&diningDate={firstDate},{lastDate}',
      },
    ],
    tools: [
      { key: 'lists', label: '免扣与停报', open: '/admin/organization/report_meal_mode/list' },
      {
        key: 'charge',
        label: '一键扣费',
        confirm: '把已结算、尚未扣成的未就餐费用现在再扣一次？余额仍不足的照旧等待，不会扣成负数。',
        outcome: true,
        whole: true,
        shows: 'receipt',
      },
      {
        key: 'force',
        label: '强制结算',
        tone: 'danger',
        form: {
          diningDate: date('就餐日期', { required: true }),
          mealPeriodId: ref('餐次', 'meal_period', { required: true }),
          reason: longText('原因', { required: true, max: 100, placeholder: '如：终端损坏，无法补传' }),
        },
        confirm: '不再等待终端补传，按现有记录结算这一餐并扣费？',
        outcome: true,
        whole: true,
        done: '已结算，扣费随即进行',
      },
    ],
    notice: true,
  },
  report: {
    identities: [eq('chargedFen', ['bookedFen']), against('chargedFen', bookedElsewhere)],
    drill: {
      path: reportLines,
      search: (row, search) => ({ ...ofRow(row, search), outcome: ['MISSED'] }),
      columns: {
        charged: only({ fate: ['CHARGE'] }),
        exempt: only({ fate: ['EXEMPT'] }),
        excused: only({ fate: ['EXCUSED'] }),
        warned: only({ fate: ['WARNED'] }),
        ignored: only({ fate: ['IGNORED'] }),
        least: null,
      },
    },
  },
});
