/** The task counts of organization accounts, polled every five minutes, and the two reminder messages. */
import { call } from '../http/client.ts';

export const pollEveryMs = 5 * 60_000;

export interface TaskCounts {
  /** Exceptions reported by users. */
  ExceptionMission: number;
  /** Today's orders. */
  OrderMission: number;
  /** Repairs waiting. */
  waitRepairCardMission: number;
  /** Alerts nobody has finished. */
  AlertMission: number;
  /** Documents of others that wait for this account's decision. */
  ApprovalMission: number;
}

export interface Reminders {
  tasks: TaskCounts;
  exports: number;
}

export const noReminders: Reminders = {
  tasks: { ExceptionMission: 0, OrderMission: 0, waitRepairCardMission: 0, AlertMission: 0, ApprovalMission: 0 },
  exports: 0,
};

/** Asks both counts. Throws `ApiError` when the connection fails. */
export async function askReminders(): Promise<Reminders> {
  const [tasks, exports] = await Promise.all([
    call('/admin/organization/user/mission_query', undefined, { background: true }),
    call<number>('/admin/common/excel_mission_query', undefined, { method: 'GET', background: true }),
  ]);
  const total = (tasks as { total?: Partial<TaskCounts> }).total ?? {};
  return {
    tasks: {
      ExceptionMission: Number(total.ExceptionMission ?? 0),
      OrderMission: Number(total.OrderMission ?? 0),
      waitRepairCardMission: Number(total.waitRepairCardMission ?? 0),
      AlertMission: Number(total.AlertMission ?? 0),
      ApprovalMission: Number(total.ApprovalMission ?? 0),
    },
    exports: Number(exports.data ?? 0),
  };
}

/** Sum of the task counts. */
export const taskTotal = (tasks: TaskCounts): number => Object.values(tasks).reduce((sum, count) => sum + count, 0);

/** Which reminders to say: a count that grew since the last look is news. */
export function newsOf(before: Reminders, after: Reminders): { tasks: boolean; exports: boolean } {
  return {
    tasks: (Object.keys(after.tasks) as (keyof TaskCounts)[]).some((k) => after.tasks[k] > before.tasks[k]),
    exports: after.exports > before.exports,
  };
}
