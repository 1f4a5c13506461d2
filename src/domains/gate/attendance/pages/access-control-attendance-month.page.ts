/** 考勤汇总: what the days of a time came to, by person; every number opens its days. */
import { date, int, ref, text } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { all, type Drill, page, range } from '../../../../kit/define/page.ts';
import type { Result } from '../attendance-words.ts';
import attendance from './access-control-attendance.page.ts';

const days = { unit: '天', columnWidth: 80 } as const;
const toDays = (...result: Result[]): Drill => ({
  path: '/admin/organization/access_control_attendance',
  search: (row) => ({ personId: [row.personId], day: row.days, ...(result.length > 0 ? { result } : {}) }),
});

export default page({
  of: attendance,
  path: 'month',
  title: '考勤汇总',
  fields: {
    name: text('姓名', { columnWidth: 90 }),
    personId: ref('人员', 'person', { hidden: true }),
    departmentId: ref('部门', 'department'),
    day: date('期间', { hidden: true }),
    due: int('应出勤', days),
    normal: int('正常', days),
    late: int('迟到', days),
    early: int('早退', days),
    missed: int('缺卡', days),
    absent: int('缺勤', { ...days, alarm: true }),
    leave: int('请假', days),
    pending: int('待定', days),
    rest: int('休息', days),
    lateMin: int('迟到合计', { unit: '分钟' }),
    earlyMin: int('早退合计', { unit: '分钟' }),
  },
  list: {
    search: [{ ...range('day', 'thisMonth'), required: true }, 'departmentId'],
    totals: all(),
    drills: {
      due: toDays('NORMAL', 'LATE', 'EARLY', 'MISSED', 'ABSENT', 'LEAVE', 'PENDING'),
      normal: toDays('NORMAL'),
      late: toDays('LATE'),
      early: toDays('EARLY'),
      missed: toDays('MISSED'),
      absent: toDays('ABSENT'),
      leave: toDays('LEAVE'),
      pending: toDays('PENDING'),
      rest: toDays('REST'),
    },
  },
  report: { identities: [eq('due', ['normal', 'late', 'early', 'missed', 'absent', 'leave', 'pending'])] },
});
