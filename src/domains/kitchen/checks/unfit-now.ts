/** Why somebody of the kitchen may not work now, asked by whatever they are about to do: certificate, check, roster (`fitness`). */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type CrewMember, holds, readCrew } from '../crew.ts';
import { fitness } from './fitness.ts';

export interface WhoActs {
  organizationId: number;
  /** A person a terminal recognised. */
  personId?: number;
  /** Whoever sits at a desk: accounts name no person, so the same phone, or the same name, is them. */
  account?: { name: string; phone: string | null };
  nowMs: number;
}

/** The shift they are on, else today's: who weighs an hour after it is still the one who was checked for it. */
const shiftOf = (member: CrewMember, nowMs: number) =>
  member.shifts.find((one) => holds(one, nowMs)) ?? member.shifts.find((one) => one.day === dateAt(nowMs));

/** Undefined for who is fit, and for who works in no kitchen of the unit. */
export async function unfitNow(db: Sql, who: WhoActs): Promise<{ name: string; why: string } | undefined> {
  const { organizationId, personId = null, account, nowMs } = who;
  const { rows } = await db.query<{ id: number }>(
    `select w.id from cook_user w join person p on p.organization_id = w.organization_id and p.id = w.person_id
     where w.organization_id = $1 and w.status <> 'LEFT'
       and (w.person_id = $2 or p.name = $3 or (p.phone = $4 and $4 <> '')) order by w.id`,
    [organizationId, personId, account?.name ?? null, account?.phone ?? null],
  );
  if (rows.length === 0) return undefined;
  const day = dateAt(nowMs);
  const workerIds = rows.map((row) => row.id);
  const crew = await readCrew(db, { organizationId, workerIds, from: addDays(day, -1), to: day, nowMs });
  for (const member of crew) {
    const shift = shiftOf(member, nowMs);
    const roster = shift ? { start: shift.start, end: shift.end, leave: shift.leave !== null } : null;
    const stands = shift?.stands ?? { standing: 'NOT_CHECKED' as const, why: [] };
    const { may, why } = fitness(member, member.certificates, stands, roster, day);
    if (!may) return { name: member.name, why: why.join('、') };
  }
  return undefined;
}
