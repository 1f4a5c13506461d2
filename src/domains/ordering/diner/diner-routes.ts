/**
 * The diner's API v1 under /api/diner/v1: an app of the unit signs as a terminal does, for one person bound in it. Nothing
 * of anybody else is read or written. See docs/diner-api.md.
 */
import type { FastifyInstance } from 'fastify';
import { addDays } from '../../../kit/server/clock.ts';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { rateWindow } from '../../../kit/server/http/rate-window.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { signedBy } from '../../device/public.server.ts';
import { rateDish } from '../../menu/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { ownOrderQr } from '../codes/own-order-qr.ts';
import { pickupWays } from '../orders/order-words.ts';
import { bindByCode } from './app-keys.ts';
import { braked, dinerCalls, dinerLimits, toldOfDiner as told, tooOften, windowMs } from './diner-calls.ts';
import { addressesOf, offeredMeals } from './offered-meals.ts';
import { once } from './once.ts';
import { cancelOwn, orderSelf } from './order-self.ts';
import {
  type Days,
  ownBalance,
  ownNotices,
  ownOrders,
  ownReports,
  ownTrades,
  readNotices,
  whoAmI,
} from './own-records.ts';
import {
  readCode,
  readDays,
  readMeal,
  readMenuDays,
  readNoticeId,
  readOrderAsked,
  readOrderId,
  readOrderWanted,
  readRating,
  readReport,
} from './read-request.ts';
import { cancelSelf, reportSelf } from './report-self.ts';
import { appOf, type KnownDiner } from './signers.ts';

const base = '/api/diner/v1';
const recordDays = 30;

const day = { type: 'string', format: 'date' };
const id = { type: 'integer', minimum: 1 };
const meal = { diningDate: day, mealPeriodId: id };
const mealKeys = ['diningDate', 'mealPeriodId'];
const numbersOf = ({ organizationId, bindingId, epoch }: KnownDiner) => ({
  organizationId,
  signerId: bindingId,
  epoch,
});

/** Registers the calls; docs/diner-api.md describes them. */
export function dinerRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  const { clock } = services;
  const wrong = rateWindow(clock, { max: dinerLimits.wrongCodesPerApp, windowMs });
  /** Apps that guess, by the minute they are let alone in. */
  const guessing = new Map<number, number>();
  const minute = () => Math.floor(clock.now() / windowMs);
  const today = () => businessDay(clock.now());

  const apps = { find: (id: number) => appOf(services, id), unknown: 'DINER_UNKNOWN' };
  signedBy(app, { services }, apps, (scope, signed) => {
    braked(scope, services);
    scope.post(
      `${base}/bind`,
      told('用绑定码绑定本人', { code: { type: 'string', pattern: '^\\d{8}$' } }, ['code']),
      signed(async (known, body) => {
        if (guessing.get(known.id) === minute()) return tooOften();
        const code = readCode(body);
        if (isRefusal(code)) return code;
        const done = await bindByCode(services, known, code);
        if (isRefusal(done) && !wrong.take(String(known.id))) guessing.set(known.id, minute());
        return done;
      }),
    );
  });

  dinerCalls(app, { services }, (scope, { limited, plain, numbered }) => {
    const overDays = (work: (diner: KnownDiner, days: Days) => Promise<unknown>) =>
      limited((_body, { query }) => readDays(query, today(), addDays(today(), -recordDays)), work);
    scope.get(
      `${base}/me`,
      told('本人'),
      plain((diner) => whoAmI(services, diner)),
    );
    scope.get(
      `${base}/balance`,
      told('余额'),
      plain((diner) => ownBalance(services, diner)),
    );
    scope.get(
      `${base}/addresses`,
      told('送餐地址'),
      plain(async (diner) => ({ addresses: await addressesOf(services, diner) })),
    );
    scope.get(
      `${base}/menu`,
      told('可报、可订的餐与菜单（?from=&days=）'),
      limited(
        (_body, { query }) => readMenuDays(query, today()),
        async (diner, { from, days }) => ({ meals: await offeredMeals(services, diner, from, days) }),
      ),
    );
    scope.get(
      `${base}/reports`,
      told('本人的报餐（?from=&to=）'),
      overDays((diner, days) => ownReports(services, diner, days)),
    );
    scope.get(
      `${base}/orders`,
      told('本人的订单（?from=&to=）'),
      overDays((diner, days) => ownOrders(services, diner, days)),
    );
    scope.get(
      `${base}/orders/qr`,
      told('取餐时出示的订单码（?orderId=），五分钟内有效'),
      limited(
        (_body, { query }) => readOrderAsked(query),
        (diner, orderId) => ownOrderQr(services, diner, orderId),
      ),
    );
    scope.get(
      `${base}/notices`,
      told('本人的就餐提醒（?from=&to=）'),
      overDays((diner, days) => ownNotices(services, diner, days)),
    );
    scope.post(
      `${base}/notices/read`,
      told('标记已读', { noticeId: id }, ['noticeId']),
      numbered(readNoticeId, (diner, noticeId) => readNotices(services, diner, noticeId)),
    );
    scope.get(
      `${base}/trades`,
      told('本人的消费（?from=&to=）'),
      overDays((diner, days) => ownTrades(services, diner, days)),
    );
    scope.post(
      `${base}/reports`,
      told('报餐', { ...meal, portions: id }, mealKeys),
      numbered(readReport, (diner, wanted, seq) =>
        once(services, numbersOf(diner), seq, (db) => reportSelf(services, db, diner, wanted, 'SELF')),
      ),
    );
    scope.post(
      `${base}/reports/cancel`,
      told('取消报餐', meal, mealKeys),
      numbered(readMeal, (diner, meal, seq) =>
        once(services, numbersOf(diner), seq, (db) => cancelSelf(services, db, diner, meal, 'SELF')),
      ),
    );
    scope.post(
      `${base}/orders`,
      told(
        '订餐',
        {
          ...meal,
          restaurantId: id,
          lines: {
            type: 'array',
            items: { type: 'object', properties: { menuItemId: id, qty: id }, required: ['menuItemId', 'qty'] },
          },
          portions: id,
          pickup: { type: 'string', enum: pickupWays.map((way) => way.value) },
          addressId: id,
          remark: { type: 'string', maxLength: 100 },
        },
        [...mealKeys, 'restaurantId', 'pickup'],
      ),
      numbered(readOrderWanted, (diner, wanted, seq) =>
        orderSelf(services, diner, wanted, {
          source: 'DINER',
          requestKey: `diner:${diner.bindingId}:${diner.epoch}:${seq}`,
        }),
      ),
    );
    scope.post(
      `${base}/orders/cancel`,
      told('取消订单', { orderId: id }, ['orderId']),
      numbered(readOrderId, (diner, orderId) => cancelOwn(services, diner, orderId)),
    );
    scope.post(
      `${base}/ratings`,
      told(
        '评价菜品',
        {
          menuItemId: id,
          score: { type: 'integer', minimum: 1, maximum: 5 },
          tags: { type: 'array', items: { type: 'string' } },
        },
        ['menuItemId', 'score'],
      ),
      numbered(readRating, (diner, rating, seq) =>
        once(services, numbersOf(diner), seq, (db) => rateDish(db, services, diner, rating)),
      ),
    );
  });
}
