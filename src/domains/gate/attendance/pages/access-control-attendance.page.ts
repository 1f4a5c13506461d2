/** 门禁考勤: what each day came to for everybody who is in a plan, from the passages of the gates. */
import { choice, date, int, of, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { results } from '../attendance-words.ts';

const path = '/admin/organization/access_control_attendance';

export default page({
  path,
  title: '门禁考勤',
  menu: ['门禁考勤', '门禁'],
  order: 40,
  limited: ['DEPARTMENT'],
  verbs: { arrange: '编排班次、登记请假', approve: '审批请假补签', reject: '驳回请假补签' },
  duties: { approve: 'check', reject: 'check' },
  fields: {
    day: date('日期', { sortable: true }),
    personId: ref('姓名', 'person'),
    ...of('personId', { jobNumber: text('工号') }),
    departmentId: ref('部门', 'department'),
    shiftName: text('班次'),
    firstIn: time('首次进'),
    lastOut: time('末次出'),
    lateMin: int('迟到', { unit: '分钟' }),
    earlyMin: int('早退', { unit: '分钟' }),
    result: choice('结果', results),
    settledAt: time('计算时间'),
  },
  list: {
    columns: except('jobNumber', 'settledAt'),
    subline: { personId: 'jobNumber' },
    search: [
      keyword('姓名/工号', 'personId', 'jobNumber'),
      range('day', 'last7Days'),
      'departmentId',
      'result',
      'personId',
    ],
    row: ['view'],
    tools: [
      { key: 'month', label: '汇总', open: `${path}/month` },
      { key: 'shifts', label: '班次', open: `${path}/shift` },
      { key: 'plans', label: '排班', open: `${path}/plan` },
      { key: 'requests', label: '请假补签', open: `${path}/leave` },
    ],
    drills: {
      firstIn: {
        path: '/admin/organization/enter_record',
        search: (row) => ({ personId: [row.personId], direction: ['IN'], at: [row.day, row.day] }),
      },
      lastOut: {
        path: '/admin/organization/enter_record',
        search: (row) => ({ personId: [row.personId], direction: ['OUT'], at: [row.day, row.day] }),
      },
    },
    notice: true,
  },
});
