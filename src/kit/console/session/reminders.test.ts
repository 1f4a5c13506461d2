/** Which polled counts are news. */
import { expect, it } from 'vitest';
import { newsOf, noReminders, taskTotal } from './reminders.ts';

const some = (OrderMission: number, exports: number) => ({
  tasks: { ...noReminders.tasks, OrderMission },
  exports,
});

it('says a count that grew, once', () => {
  expect(newsOf(noReminders, some(2, 0))).toEqual({ tasks: true, exports: false });
  expect(newsOf(some(2, 0), some(2, 1))).toEqual({ tasks: false, exports: true });
  expect(newsOf(some(2, 1), some(1, 0))).toEqual({ tasks: false, exports: false });
});

it('adds the counts', () => {
  expect(taskTotal({ ...noReminders.tasks, OrderMission: 2, AlertMission: 4, ApprovalMission: 5 })).toBe(11);
});
