/** The organization's kitchen: whom it plans for, and how many. */
import { seedMenus } from '../domains/menu/public.server.ts';
import { chance } from '../kit/server/chance.ts';
import type { Life } from './life.ts';

/** Portions planned at each meal: of those who come on a working day whom the restaurant with menus, the first, has seats for. */
function headsOf({ attendance, restaurants }: Life['plan'], people: number): Record<string, number> {
  // The last one is a shop.
  const seats = restaurants.slice(0, -1).map(({ seatCount }) => seatCount);
  const own = people * (seats[0]! / seats.reduce((sum, count) => sum + count, 0));
  return Object.fromEntries(
    Object.entries(attendance).map(([meal, share]) => [meal, Math.max(10, Math.round(own * share))]),
  );
}

/** Whose needs the menus are held against: birthdays are not kept for the demo's people. */
const peopleMixes = {
  school: [
    { ageGroup: '12-14', gender: 'M', heads: 104 },
    { ageGroup: '12-14', gender: 'F', heads: 97 },
    { ageGroup: '30-49', gender: 'F', heads: 30 },
    { ageGroup: '30-49', gender: 'M', heads: 18 },
  ],
  company: [
    { ageGroup: '18-29', gender: 'M', heads: 42 },
    { ageGroup: '18-29', gender: 'F', heads: 36 },
    { ageGroup: '30-49', gender: 'M', heads: 57 },
    { ageGroup: '30-49', gender: 'F', heads: 24 },
  ],
} as const;

/** Fills it. `today` is the day the demo is shown. */
export async function openKitchen(life: Life, today: string): Promise<void> {
  const { services, organizationId, actor, checker, plan, people } = life;
  await seedMenus({
    services,
    organizationId,
    maker: actor,
    approver: checker,
    today,
    personIds: people.map((person) => person.id),
    by: chance(plan.seed + 1),
    heads: headsOf(plan, people.length),
    peopleMix: peopleMixes[plan.loginName],
  });
}
