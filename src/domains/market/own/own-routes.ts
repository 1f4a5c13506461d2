/** Orders of shops by the person himself: calls of his app (docs/diner-api.md) and of terminals (docs/device-protocol.md). */
import type { FastifyInstance } from 'fastify';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { signedRoutes } from '../../device/public.server.ts';
import { dinerBefore, dinerCalls, toldOfDiner } from '../../ordering/public.server.ts';
import { askOwn, cancelOwn, orderOwn, ownOrders, ownShops } from './own-orders.ts';
import { readOrderDays, readOwnOrder, readOwnOrderId } from './read-own-order.ts';

const diner = '/api/diner/v1';
const device = '/api/device/v1';

const id = { type: 'integer', minimum: 1 };
const orderBody = {
  shopId: id,
  deliveryDate: { type: 'string', format: 'date' },
  way: { type: 'string', enum: ['PICKUP', 'DELIVERY'] },
  address: { type: 'string', maxLength: 60 },
  remark: { type: 'string', maxLength: 100 },
  payBy: { type: 'string', enum: ['ACCOUNT', 'WECHAT', 'ALIPAY'] },
  lines: {
    type: 'array',
    items: {
      type: 'object',
      properties: { goodsId: id, quantity: { type: 'number' } },
      required: ['goodsId', 'quantity'],
    },
  },
};

export function ownRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  const days = (query: unknown) => {
    const today = dateAt(services.clock.now());
    return readOrderDays(query, addDays(today, -30), addDays(today, 15));
  };
  dinerCalls(app, { services }, (scope, { limited, plain, numbered }) => {
    scope.get(
      `${diner}/shops`,
      toldOfDiner('本单位的商店与在售商品'),
      plain((self) => ownShops(services, self)),
    );
    scope.get(
      `${diner}/shop-orders`,
      toldOfDiner('本人的商超订单（?from=&to=，按送达日）'),
      limited(
        (_body, { query }) => days(query),
        (self, asked) => ownOrders(services, self, asked),
      ),
    );
    scope.post(
      `${diner}/shop-orders`,
      toldOfDiner('商超下单', orderBody, ['shopId', 'deliveryDate', 'way', 'lines']),
      numbered(readOwnOrder, (self, wanted, seq) =>
        orderOwn(services, self, wanted, {
          source: 'DINER',
          requestKey: `diner:${self.bindingId}:${self.epoch}:${seq}`,
        }),
      ),
    );
    scope.post(
      `${diner}/shop-orders/cancel`,
      toldOfDiner('取消商超订单', { orderId: id }, ['orderId']),
      numbered(readOwnOrderId, (self, orderId) => cancelOwn(services, self, orderId)),
    );
    scope.post(
      `${diner}/shop-orders/ask`,
      toldOfDiner('查询商超订单付款', { orderId: id }, ['orderId']),
      limited(readOwnOrderId, (self, orderId) => askOwn(services, self, orderId)),
    );
  });

  signedRoutes(app, { services }, (scope, signed) => {
    scope.get(
      `${device}/shops`,
      signed(async (known, _body, request) => {
        const { cardNo, personId } = request.query as Record<string, string | undefined>;
        const sent = {
          ...(cardNo !== undefined && { cardNo }),
          ...(personId !== undefined && { personId: Number(personId) }),
        };
        const self = await dinerBefore(services.pool, known.at, sent);
        if (isRefusal(self)) return self;
        const { rows } = await ownOrders(services, self, days({}) as { from: string; to: string });
        return { personName: self.personName, ...(await ownShops(services, self)), orders: rows };
      }),
    );
    scope.post(
      `${device}/shop-orders`,
      signed(async ({ at, status, unitActive, epoch }, sent, _request, seq) => {
        if (!unitActive) return refuse('UNIT_STOPPED');
        if (status !== 'ACTIVE' || !at.placeActive) return refuse('DEVICE_STOPPED', { state: '停用' });
        if (!Number.isSafeInteger(seq) || seq < 1) return refuse('BAD_RECORD', { detail: 'X-Seq 应为本次操作的序号' });
        const { cardNo, personId, identify, action = 'ORDER', ...body } = (sent ?? {}) as Record<string, unknown>;
        if (action !== 'ORDER' && action !== 'CANCEL' && action !== 'ASK')
          return refuse('BAD_RECORD', { detail: 'action 应为 ORDER、CANCEL、ASK' });
        const wanted = action === 'ORDER' ? readOwnOrder(body) : readOwnOrderId(body);
        if (isRefusal(wanted)) return wanted;
        const self = await dinerBefore(services.pool, at, { cardNo, personId, identify });
        const answer = isRefusal(self)
          ? self
          : typeof wanted === 'number'
            ? await (action === 'ASK' ? askOwn : cancelOwn)(services, self, wanted)
            : await orderOwn(services, self, wanted, {
                source: 'DEVICE',
                requestKey: `kiosk:${at.deviceId}:${epoch}:${seq}`,
              });
        services.deviceSequences.note(at.organizationId, at.deviceId, epoch, seq);
        if (isRefusal(self) || isRefusal(answer)) return answer;
        return { epoch, seq, personName: self.personName, ...answer };
      }),
    );
  });
}
