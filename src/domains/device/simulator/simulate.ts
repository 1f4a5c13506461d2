/** The whole simulation: sign in, get terminals ready, play a lunch, hand out the day's orders, count. */
import type { Clock } from '../../../kit/server/clock.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { type Clerk, everyRow, signIn } from './console-calls.ts';
import { playKiosk } from './kiosk.ts';
import { withLostCard } from './lost-card.ts';
import { planLunch } from './lunch.ts';
import { playPickups } from './pickups.ts';
import { playLunch } from './play.ts';
import { type Prepared, prepareTerminals } from './prepare.ts';
import type { Tally } from './tally.ts';
import { updateApp } from './update-app.ts';

export interface SimulateOptions {
  url: string;
  terminals: number;
  swipes: number;
  seed: number;
  /** Real seconds the lunch takes. */
  seconds: number;
  /** Organization account whose people eat. */
  account: string;
  /** Platform account that puts devices into stock. */
  platform: string;
  password: string;
  platformPassword: string;
}

export interface Simulated {
  tally: Tally;
  organization: string;
  mode: Prepared['mode'];
}

/** The restaurant that has most orders of the day to hand out; undefined where none waits. */
async function ordersWaitAt(organization: Clerk, clock: Clock): Promise<number | undefined> {
  const today = businessDay(clock.now());
  const orders = await everyRow<{ restaurantId: number }>(organization, '/admin/organization/order_food_detail', {
    diningDate: [today, today],
    status: ['PAID', 'ACCEPTED', 'COOKING', 'READY'],
  });
  const places = [...Map.groupBy(orders, (order) => order.restaurantId)];
  return places.sort((a, b) => b[1].length - a[1].length)[0]?.[0];
}

/** Plays a lunch against the server at `url`. @throws with a Chinese message when it cannot be set up. */
export async function simulate(options: SimulateOptions, clock: Clock): Promise<Simulated> {
  const { url } = options;
  const lunch = planLunch({ ...options, durationMs: options.seconds * 1000 });
  const organization = await signIn(url, options.account, options.password);
  const platform = await signIn(url, options.platform, options.platformPassword);
  const me = await organization.call<{ belong?: { id: number; type: string; name: string } }>(
    '/admin',
    'get_admin_info_in_session',
  );
  if (me.belong?.type !== 'ORGANIZATION') throw new Error(`${options.account} 不是单位账号`);
  const { terminals, mode } = await prepareTerminals(
    url,
    clock,
    { platform, organization },
    me.belong.id,
    lunch.driftMs,
  );
  const tally = await withLostCard(organization, () => playLunch(url, clock, terminals, lunch));
  const restaurantId = await ordersWaitAt(organization, clock);
  // The counter's terminal may be one of those that charged, paired anew.
  let last = terminals[0]!;
  if (restaurantId !== undefined) {
    const clerks = { platform, organization };
    const counter = await prepareTerminals(url, clock, clerks, me.belong.id, [0], { restaurantId });
    last = counter.terminals[0]!;
    await playPickups(last, options.seed, tally);
  }
  await playKiosk(last, options.seed, tally);
  // When the line is gone: what is offered is fetched, checked and installed.
  await updateApp(last, 0);
  return { tally, organization: me.belong.name, mode };
}
