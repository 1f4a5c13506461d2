/** Somebody stands at a door that asks for fitness: has anything become known since the pass was written that keeps them out? */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { KitchenStaff } from '../../gate/public.server.ts';
import { type CrewMember, holds, readCrew } from '../crew.ts';
import { fitness, lacking } from './fitness.ts';

/** What the pass itself has answered: posts that need no check, hours outside a shift. */
const answered = ['未晨检', '没有排班', '请假'];

/** The shift they are on, else today's, and where they stand at it. */
function shiftNow(member: CrewMember, nowMs: number, day: string) {
  const shift = member.shifts.find((one) => holds(one, nowMs)) ?? member.shifts.find((one) => one.day === day);
  return {
    roster: shift ? { start: shift.start, end: shift.end, leave: shift.leave !== null } : null,
    stands: shift?.stands ?? { standing: 'NOT_CHECKED' as const, why: [] },
  };
}

/** Into a zone of the kitchen: what no pass has answered. */
function unfitForZone(member: CrewMember, kind: string, trained: boolean, nowMs: number, day: string): string[] {
  const { roster, stands } = shiftNow(member, nowMs, day);
  const { may, zones, why } = fitness(member, member.certificates, stands, roster, day);
  const untrained = trained ? lacking(member, ['TRAINING'], stands, roster, day) : [];
  if (!may) return [...why.filter((one) => !answered.includes(one)), ...untrained];
  return zones === 'ALL' || zones.some((zone) => zone === kind) ? untrained : [why.join('、') || '限岗'];
}

export const unfitAtDoor =
  ({ db: all, clock }: Pick<Services, 'db' | 'clock'>): KitchenStaff['unfitAtDoor'] =>
  async (organizationId, personId, { family, kind, asks }) => {
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
    const { roster, stands } = shiftNow(member, nowMs, day);
    const why =
      family === 'KITCHEN'
        ? unfitForZone(member, kind, asks.includes('TRAINING'), nowMs, day)
        : lacking(member, asks, stands, roster, day);
    return why.length > 0 ? why.join('、') : undefined;
  };
