/** Calls of a person bound in an app: signed in his name, braked by address, within his limits; other domains answer further ones. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../../../kit/server/context.ts';
import type { RouteHost } from '../../../kit/server/domain.ts';
import { answer } from '../../../kit/server/http/envelope.ts';
import { type RateWindow, rateWindow } from '../../../kit/server/http/rate-window.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { signedBy } from '../../device/public.server.ts';
import { dinerOf, type KnownDiner } from './signers.ts';

export const windowMs = 60_000;
/** Per minute: of a person, wrong codes of an app, of an address (an app's server speaks for all its people). */
export const dinerLimits = { perDiner: 60, wrongCodesPerApp: 20, perAddress: 30_000 } as const;

interface Windows {
  diners: RateWindow;
  addresses: RateWindow;
}
/** One of each for all calls of a server, whichever domain answers. */
const windows = new WeakMap<object, Windows>();
const windowsOf = ({ clock }: Pick<Services, 'clock'>): Windows => {
  const known = windows.get(clock) ?? {
    diners: rateWindow(clock, { max: dinerLimits.perDiner, windowMs }),
    addresses: rateWindow(clock, { max: dinerLimits.perAddress, windowMs }),
  };
  windows.set(clock, known);
  return known;
};

export const tooOften = () => refuse('TOO_MANY', { seconds: windowMs / 1000 });

/** Before a signature is looked at: a stranger's requests cost a statement each. */
export const braked = (scope: FastifyInstance, services: Pick<Services, 'clock'>) =>
  scope.addHook('onRequest', async ({ ip }, reply) => {
    if (windowsOf(services).addresses.take(ip)) return;
    const { status, body } = answer(tooOften());
    await reply
      .status(status)
      .header('retry-after', windowMs / 1000)
      .send(body);
  });

/** How the API's description lists a call. */
export const toldOfDiner = (summary: string, body?: Record<string, object>, required: readonly string[] = []) => ({
  config: { summary, signed: { tag: '就餐人', ...(body && { body, required }) } },
});

type Handled = Parameters<Parameters<typeof signedBy<KnownDiner>>[3]>[1] extends (handler: never) => infer R
  ? R
  : never;

export interface DinerCalls {
  /** Within the limits of who asks; `work` is given what was read of the request. */
  limited<T>(
    read: (body: unknown, request: FastifyRequest) => T | Refusal,
    work: (diner: KnownDiner, asked: T, seq: number) => Promise<unknown>,
  ): Handled;
  plain(work: (diner: KnownDiner) => Promise<unknown>): Handled;
  /** What changes something carries a number. */
  numbered<T>(
    read: (body: unknown) => T | Refusal,
    work: (diner: KnownDiner, asked: T, seq: number) => Promise<unknown>,
  ): Handled;
}

export function dinerCalls(
  app: FastifyInstance,
  { services }: Pick<RouteHost, 'services'>,
  register: (scope: FastifyInstance, calls: DinerCalls) => void,
): void {
  const bound = { find: (id: number) => dinerOf(services, id), unknown: 'DINER_UNKNOWN' };
  signedBy(app, { services }, bound, (scope, signed) => {
    braked(scope, services);
    const { diners } = windowsOf(services);
    const limited: DinerCalls['limited'] = (read, work) =>
      signed(async (diner, body, request, seq) => {
        if (!diners.take(String(diner.bindingId))) return tooOften();
        const asked = read(body, request);
        return isRefusal(asked) ? asked : work(diner, asked, seq);
      });
    register(scope, {
      limited,
      plain: (work) => limited(() => null, work),
      numbered: (read, work) =>
        limited(read, (diner, asked, seq) =>
          seq >= 1
            ? work(diner, asked, seq)
            : Promise.resolve(refuse('MALFORMED', { detail: 'X-Seq 应为从 1 起、不重复的整数' })),
        ),
    });
  });
}
