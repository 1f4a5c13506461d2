/** The terminal's call for guests; docs/device-protocol.md describes it. */
import type { FastifyInstance } from 'fastify';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { rateWindow } from '../../../kit/server/http/rate-window.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { signedRoutes } from '../../device/public.server.ts';
import { serveByCode } from './serve-by-code.ts';

const windowMs = 60_000;
/** Wrong codes of a terminal a minute. */
const wrongCodes = 10;
const isCount = (value: unknown, to: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= to;

export function guestRoutes(app: FastifyInstance, { services }: Pick<RouteHost, 'services'>): void {
  const wrong = rateWindow(services.clock, { max: wrongCodes, windowMs });
  /** Terminals that guess, by the minute they are let alone in. */
  const guessing = new Map<number, number>();
  signedRoutes(app, { services }, (scope, signed) => {
    scope.post(
      '/api/device/v1/guests',
      signed(async (known, body, _request, seq) => {
        if (!known.unitActive) return refuse('UNIT_STOPPED');
        if (known.status !== 'ACTIVE' || !known.at.placeActive) return refuse('DEVICE_STOPPED', { state: '停用' });
        const { code, heads } = (body ?? {}) as Record<string, unknown>;
        if (!isCount(seq, 2 ** 31 - 1)) return refuse('BAD_RECORD', { detail: 'X-Seq 应为本次取餐的序号' });
        if (typeof code !== 'string' || !/^\d{6}$/.test(code))
          return refuse('BAD_RECORD', { detail: 'code 应为六位数字' });
        if (!isCount(heads, 999)) return refuse('BAD_RECORD', { detail: 'heads 应为 1–999 的整数' });
        const { deviceId } = known.at;
        const minute = Math.floor(services.clock.now() / windowMs);
        if (guessing.get(deviceId) === minute) return refuse('TOO_MANY', { seconds: windowMs / 1000 });
        const key = `${deviceId}:${known.epoch}:${seq}`;
        const served = await serveByCode(services, known.at, { code, heads, key });
        if (isRefusal(served) && served.code === 'GUEST_CODE' && !wrong.take(String(deviceId)))
          guessing.set(deviceId, minute);
        return isRefusal(served) ? served : { epoch: known.epoch, seq, ...served };
      }),
    );
  });
}
