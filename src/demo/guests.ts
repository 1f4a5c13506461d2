/** Meals for guests: two of the last days were served and charged, and some are still to come. */
import { bookGuests } from '../domains/headcount/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import type { Happening } from './happenings.ts';
import { area, type Life } from './life.ts';

const page = `${area}/manual_report_meal/guest`;

interface Visit {
  diningDate: string;
  heads: number;
  standardFen: number;
  host: string;
  purpose: string;
  lateReason?: string;
}

/** Applies for a visit's lunch; answers its id. */
async function apply({ actor, places }: Life, visit: Visit): Promise<number> {
  const { db } = actor.ctx(page);
  const department = await db.selectFrom('department').select('id').orderBy('id').executeTakeFirstOrThrow();
  const restaurant = await db
    .selectFrom('restaurant')
    .select('id')
    .where('kind', '=', 'RESTAURANT')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await actor.call(page, 'apply', {
    ...visit,
    departmentId: department.id,
    mealPeriodId: places.mealIds.get('午餐'),
    restaurantId: restaurant.id,
    menuNote: null,
  });
  const { id } = await db.selectFrom('guest_meal').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return id;
}

/** In the evening: entered late, approved by the other administrator, signed and charged. */
const served =
  (visit: Omit<Visit, 'diningDate'>, eatenHeads: number): Happening['play'] =>
  async (life, day) => {
    const id = await apply(life, { ...visit, diningDate: day, lateReason: '来访当日才确定' });
    await life.checker.call(page, 'approve', { id });
    await life.actor.call(page, 'sign', { id, eatenHeads, note: null });
    await bookGuests(life.services, life.organizationId, 'NEW');
  };

/** Approved, and nobody has signed yet how many came. */
const unsigned: Happening['play'] = async (life, day) => {
  const visit = { heads: 3, standardFen: 4_000, host: '赵主任', purpose: '设备厂家检修', diningDate: day };
  const id = await apply(life, { ...visit, lateReason: '检修当日才确定' });
  await life.checker.call(page, 'approve', { id });
};

export const guestHappenings: readonly Happening[] = [
  { ago: 5, play: served({ heads: 8, standardFen: 6_000, host: '王主任', purpose: '上级检查组' }, 7) },
  { ago: 3, play: served({ heads: 4, standardFen: 4_500, host: '李经理', purpose: '供应商来访' }, 4) },
  { ago: 2, play: unsigned },
];

/** What today has of the days to come: one approved, one that waits for the other administrator. */
export async function leaveGuests(life: Life, today: string): Promise<void> {
  const approved = await apply(life, {
    diningDate: addDays(today, 1),
    heads: 10,
    standardFen: 5_000,
    host: '张老师',
    purpose: '兄弟单位交流',
  });
  await life.checker.call(page, 'approve', { id: approved });
  await apply(life, {
    diningDate: addDays(today, 3),
    heads: 6,
    standardFen: 6_000,
    host: '陈主任',
    purpose: '专家评审',
  });
}
