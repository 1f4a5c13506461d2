/** A bench of a school with a kitchen: zones, a worker on a shift with a certificate, for this domain's tests and those above. */
import { dateAt } from '../../kit/server/clock.ts';
import type { Domain } from '../../kit/server/domain.ts';
import type { Bound } from '../../kit/server/page/binding.ts';
import { alerts } from '../alerts/domain.ts';
import { gateBench, zones } from '../gate/testing.ts';
import type { PeopleBench } from '../people/testing.ts';
import type { Caller } from '../tenancy/testing.ts';
import permissions from './permissions/pages/cook_user-permissions.server.ts';
import certificate from './certificates/pages/cook_user-certificate.server.ts';
import check from './checks/pages/morning_check.server.ts';
import { kitchen } from './domain.ts';
import training from './training/pages/cook_user-training.server.ts';
import worker from './workers/pages/cook_user.server.ts';

// The clock of certificates, turned when a test says so.
export { turnCertificates } from './certificates/certificate-clock.ts';

export const crewPage = '/admin/organization/cook_user';
export const checkPage = '/admin/organization/morning_check';

export interface KitchenBench extends PeopleBench {
  /** Another account of the school: the second pair of eyes. */
  officer: Caller;
  restaurantId: number;
  /** Zones by kind. */
  zone: Record<'COOK' | 'COLD' | 'WASH', number>;
  /** A worker with a confirmed certificate until the day, none when null. */
  hire(name: string, until: string | null): Promise<number>;
  /** Rosters the worker for shifts of days, `YYYY-MM-DD` → name of the shift. */
  roster(workerId: number, days: Record<string, string>): Promise<unknown>;
}

/** Opens the bench; close it in `afterAll`. */
export async function kitchenBench(more: readonly Domain[] = [], pages: readonly Bound[] = []): Promise<KitchenBench> {
  const bench = await gateBench(
    [alerts, kitchen, ...more],
    [worker, certificate, check, permissions, training, ...pages],
  );
  const { school } = bench;
  const officer = bench.another('复核员');
  const made = (answer: { id?: number }) => {
    if (!answer.id) throw new Error(JSON.stringify(answer));
    return answer.id;
  };
  const restaurantId = made(
    await school.call('/admin/organization/restaurant', 'create', {
      name: '一食堂',
      kind: 'RESTAURANT',
      consumeMode: 'FIXED',
      mealPeriodIds: [],
    }),
  );
  const open = async (kind: string, name: string) =>
    made(await school.call(zones, 'create', { name, kind, restaurantId, sort: 0, status: 'NORMAL' }));
  const zone = {
    COOK: await open('COOK', '烹饪间'),
    COLD: await open('COLD', '冷食专间'),
    WASH: await open('WASH', '洗消间'),
  };
  return {
    ...bench,
    officer,
    restaurantId,
    zone,
    hire: async (name, until) => {
      const personId = await bench.open({ name, typeId: bench.typeId });
      const id = made(await school.call(crewPage, 'create', { personId, restaurantId, post: 'COOK' }));
      if (until !== null) {
        const yearBefore = `${Number(until.slice(0, 4)) - 1}${until.slice(4)}`;
        const now = dateAt(bench.clock.now());
        const issueDate = yearBefore < now ? yearBefore : now;
        const values = { no: `H${id}`, issueDate, expireDate: until };
        const answer = await school.call(crewPage, 'certificate', { id, ...values });
        if (answer !== null) throw new Error(JSON.stringify(answer));
        const list = await officer.call<{ rows: { id: number }[] }>(`${crewPage}/certificate`, 'query', {
          search: { cookUserId: id },
        });
        await officer.call(`${crewPage}/certificate`, 'confirm', { id: list.rows[0]!.id });
      }
      return id;
    },
    roster: (workerId, days) =>
      school.call(checkPage, 'roster', {
        cells: Object.entries(days).map(([day, shift]) => ({ workerId, day, shift, leave: null })),
      }),
  };
}
