/**
 * Terminals where people act for themselves: the menu, reports, orders and ratings of whoever stands before them. Everything
 * that changes something carries the terminal's number and is done once. See docs/device-protocol.md.
 */
import type { FastifyInstance } from 'fastify';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { type DeviceAt, signedRoutes } from '../../device/public.server.ts';
import { rateDish } from '../../menu/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { offeredMeals } from '../diner/offered-meals.ts';
import { once } from '../diner/once.ts';
import { cancelOwn, orderSelf } from '../diner/order-self.ts';
import { readMeal, readMenuDays, readOrderId, readOrderWanted, readRating, readReport } from '../diner/read-request.ts';
import { cancelSelf, reportSelf } from '../diner/report-self.ts';
import type { Self } from '../diner/signers.ts';
import { dinerBefore } from './identify-diner.ts';

const base = '/api/device/v1';

/** One numbered request of a terminal. */
interface Asked {
  device: DeviceAt;
  epoch: number;
  seq: number;
  diner: Self;
}

type Body = Record<string, unknown>;
type Work = (asked: Asked, body: Body) => Promise<object | Refusal>;

const bad = (detail: string) => refuse('BAD_RECORD', { detail });

/** Registers the calls. */
export function kioskRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  const { pool, clock } = services;
  const onceOf = (
    { device: { organizationId, deviceId: signerId }, epoch, seq }: Asked,
    work: Parameters<typeof once>[3],
  ) => once(services, { organizationId, signerId, epoch }, seq, work);

  /** What is done by the action the body names, the first one unless it does; its own fields are read strictly by `work`. */
  const reports: Record<string, Work> = {
    REPORT: async (asked, body) => {
      const wanted = readReport(body);
      if (isRefusal(wanted)) return wanted;
      return onceOf(asked, (db) => reportSelf(services, db, asked.diner, wanted, 'DEVICE'));
    },
    CANCEL: async (asked, body) => {
      const meal = readMeal(body);
      if (isRefusal(meal)) return meal;
      return onceOf(asked, (db) => cancelSelf(services, db, asked.diner, meal, 'DEVICE'));
    },
  };
  const orders: Record<string, Work> = {
    ORDER: async ({ diner, device, epoch, seq }, body) => {
      const wanted = readOrderWanted(body);
      if (isRefusal(wanted)) return wanted;
      const requestKey = `kiosk:${device.deviceId}:${epoch}:${seq}`;
      return orderSelf(services, diner, wanted, { source: 'DEVICE', requestKey });
    },
    CANCEL: async ({ diner }, body) => {
      const orderId = readOrderId(body);
      return isRefusal(orderId) ? orderId : cancelOwn(services, diner, orderId);
    },
  };
  const ratings: Record<string, Work> = {
    RATE: async (asked, body) => {
      const rating = readRating(body);
      return isRefusal(rating) ? rating : onceOf(asked, (db) => rateDish(db, services, asked.diner, rating));
    },
  };

  signedRoutes(app, { services }, (scope, signed) => {
    scope.get(
      `${base}/menu`,
      signed(async (known, _body, request) => {
        const { cardNo, personId, ...days } = request.query as Record<string, string | undefined>;
        const asked = readMenuDays(days, businessDay(clock.now()));
        if (isRefusal(asked)) return asked;
        const sent = {
          ...(cardNo !== undefined && { cardNo }),
          ...(personId !== undefined && { personId: Number(personId) }),
        };
        const diner = await dinerBefore(pool, known.at, sent);
        if (isRefusal(diner)) return diner;
        const { personId: id, personName } = diner;
        return { personId: id, personName, meals: await offeredMeals(services, diner, asked.from, asked.days) };
      }),
    );
    const numbered = (path: string, works: Record<string, Work>) =>
      scope.post(
        `${base}/${path}`,
        signed(async ({ at: device, status, unitActive, epoch }, sent, _request, seq) => {
          if (!unitActive) return refuse('UNIT_STOPPED');
          if (status !== 'ACTIVE' || !device.placeActive) return refuse('DEVICE_STOPPED', { state: '停用' });
          if (!Number.isSafeInteger(seq) || seq < 1) return bad('X-Seq 应为本次操作的序号');
          const [first] = Object.keys(works);
          const { cardNo, personId, identify, action = first, ...body } = (sent ?? {}) as Body;
          const work = Object.hasOwn(works, String(action)) ? works[String(action)] : undefined;
          if (!work) return bad(`action 应为 ${Object.keys(works).join('、')}`);
          const diner = await dinerBefore(pool, device, { cardNo, personId, identify });
          const answer = isRefusal(diner) ? diner : await work({ device, epoch, seq, diner }, body);
          services.deviceSequences.note(device.organizationId, device.deviceId, epoch, seq);
          if (isRefusal(diner) || isRefusal(answer)) return answer;
          return { epoch, seq, personName: diner.personName, ...answer };
        }),
      );
    numbered('meal-reports', reports);
    numbered('meal-orders', orders);
    numbered('ratings', ratings);
  });
}
