/** 矩阵: who is rostered or came, whether they were checked, and both identities of the day. */
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type CrewMember, type CrewShift, readCrew } from '../crew.ts';
import { countEntered, type Entry, readEntries } from '../entries/read-entries.ts';
import type { EntryStanding, Post, Standing } from '../words.ts';
import { certifiedUntil } from './fitness.ts';

export interface MatrixRow {
  workerId: number;
  name: string;
  post: Post;
  restaurant: string;
  restaurantId: number;
  /** The shift, in words; empty of somebody on no roster who was checked or came in. */
  shift: string;
  start: number | null;
  /** Null of somebody on no roster. */
  standing: Standing | null;
  why: readonly string[];
  /** The check shown; of who is off duty, the one that an officer has to deal with. */
  checkId: number | null;
  checkAt: number | null;
  temp10: number | null;
  until: string | null;
  /** The first door they came in by, or the first they should not have; null who is not inside yet. */
  entered: { at: number; district: string; standing: EntryStanding } | null;
}

export interface Matrix {
  day: string;
  rows: MatrixRow[];
  /** How many of each; their sum is `due`. */
  due: number;
  counts: Record<Exclude<Standing, 'FIX'>, number>;
  /** 入厨 by the worst each came in with; the last two must be 0. */
  inside: ReturnType<typeof countEntered>;
}

/** 待复检 has half an hour: it stands before who has not come yet. */
const order: readonly (Standing | null)[] = [
  'OFF_DUTY',
  'FIX',
  'NOT_CHECKED',
  'RESTRICTED',
  null,
  'RECHECK_PASS',
  'PASS',
  'LEAVE',
];

const standingOf = (member: CrewMember, shift: CrewShift): Standing =>
  member.sentHome && shift.leave === null ? 'OFF_DUTY' : shift.stands.standing;

/** The entry to show of somebody: the first without a good check, else the first. */
function shownEntry(entries: readonly Entry[]): MatrixRow['entered'] {
  const one = entries.find(({ standing }) => standing === 'NO_CHECK' || standing === 'FAILED_CHECK') ?? entries[0];
  return one ? { at: one.at, district: one.district, standing: one.standing } : null;
}

function rowsOf(member: CrewMember, day: string, entries: readonly Entry[]): MatrixRow[] {
  const { id: workerId, name, post, restaurant, restaurantId } = member;
  const entered = shownEntry(entries);
  const until = certifiedUntil(member.certificates, day);
  const who = { workerId, name, post, restaurant, restaurantId, until, entered };
  const shift = member.shifts.find((one) => one.day === day);
  if (shift) {
    const { check, why } = shift.stands;
    const temp10 = member.checks.find((one) => one.id === check?.id)?.temp10 ?? null;
    const said = why.length > 0 || !member.sentHome ? why : [member.sentHome];
    const checked = { checkId: member.sentHomeBy ?? check?.id ?? null, checkAt: check?.at ?? null, temp10 };
    return [
      {
        ...who,
        shift: shift.leave === null ? shift.name : `${shift.name}（${shift.leave}）`,
        start: shift.start,
        standing: standingOf(member, shift),
        why: said,
        ...checked,
      },
    ];
  }
  const start = Date.parse(`${day}T04:00:00+08:00`);
  const held = (at: number) => member.shifts.some((one) => one.start - 2 * 3_600_000 <= at && at <= one.end);
  const check = member.checks.findLast((one) => one.at >= start && one.at < start + 86_400_000 && !held(one.at));
  if (!check && !entered) return [];
  const checked = { checkId: check?.id ?? null, checkAt: check?.at ?? null, temp10: check?.temp10 ?? null };
  return [{ ...who, shift: '', start: null, standing: null, why: check?.why ?? [], ...checked }];
}

export interface MatrixAsked {
  organizationId: number;
  /** `YYYY-MM-DD`. */
  day: string;
  restaurantId: number | null;
  /** Restaurants whoever asks may see. */
  restaurants: 'ALL' | readonly number[];
  nowMs: number;
}

/** The missing first, then by restaurant and name. 待复检 counts as 未检: nobody has passed it yet. */
export async function matrixOf(db: Sql, asked: MatrixAsked): Promise<Matrix> {
  const { organizationId, day, restaurantId, restaurants, nowMs } = asked;
  const crew = await readCrew(db, { organizationId, from: addDays(day, -1), to: addDays(day, 1), nowMs });
  const here = (place: number | null) =>
    (restaurants === 'ALL' || (place !== null && restaurants.includes(place))) &&
    (restaurantId === null || place === restaurantId);
  const entries = (await readEntries(db, organizationId, day)).filter((one) => here(one.restaurantId));
  const byWorker = Map.groupBy(entries, (one) => one.workerId);
  const rows = crew
    .filter((member) => here(member.restaurantId))
    .flatMap((member) => rowsOf(member, day, byWorker.get(member.id) ?? []))
    .toSorted((a, b) => order.indexOf(a.standing) - order.indexOf(b.standing));
  const counts = { NOT_CHECKED: 0, PASS: 0, RECHECK_PASS: 0, RESTRICTED: 0, OFF_DUTY: 0, LEAVE: 0 };
  for (const { standing } of rows) if (standing) counts[standing === 'FIX' ? 'NOT_CHECKED' : standing] += 1;
  const due = rows.filter((row) => row.standing !== null).length;
  return { day, rows, due, counts, inside: countEntered(entries) };
}

/** As the session sees it. */
export const readMatrix = (ctx: Ctx, day: string, restaurantId: number | null): Promise<Matrix> =>
  matrixOf(sqlOf(ctx.db), {
    organizationId: ownOrganization(ctx),
    day,
    restaurantId,
    restaurants: ctx.scope.restaurants,
    nowMs: ctx.clock.now(),
  });
