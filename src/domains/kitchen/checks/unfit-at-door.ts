/** Somebody stands at the door of a kitchen: has anything become known since the pass was written that keeps them out? */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { holds, readCrew } from '../crew.ts';
import { fitness } from './fitness.ts';

/** What the pass itself has answered: posts that need no check, hours outside a shift. */
const answered = ['未晨检', '没有排班', '请假'];

export const unfitAtDoor =
  ({ db: all, clock }: Pick<Services, 'db' | 'clock'>) =>
  async (organizationId: number, personId: number, kind: string): Promise<string | undefined> => {
    const db = sqlOf(all);
    const nowMs = clock.now();
    const day = dateAt(nowMs);
    const { rows } = await db.query<{ id: number }>(
      `select id from cook_user where organization_id = $1 and person_id = $2 and status <> 'LEFT' order by id`,
      [organizationId, personId],
    );
    const workerIds = rows.map((row) => row.id);
    if (workerIds.length === 0) return undefined;
    const [member] = await readCrew(db, { organizationId, workerIds, from: addDays(day, -1), to: day, nowMs });
    if (!member) return undefined;
    const shift = member.shifts.find((one) => holds(one, nowMs)) ?? member.shifts.find((one) => one.day === day);
    const roster = shift ? { start: shift.start, end: shift.end, leave: shift.leave !== null } : null;
    const stands = shift?.stands ?? { standing: 'NOT_CHECKED' as const, why: [] };
    const { may, zones, why } = fitness(member, member.certificates, stands, roster, day);
    if (may) return zones === 'ALL' || zones.some((zone) => zone === kind) ? undefined : why.join('、') || '限岗';
    const hard = why.filter((one) => !answered.includes(one));
    return hard.length > 0 ? hard.join('、') : undefined;
  };
