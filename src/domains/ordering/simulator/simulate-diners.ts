/** The whole simulation: sign in, bind people, let them report and order for the coming days, hold it against their records. */
import { chance } from '../../../kit/server/chance.ts';
import type { Clock } from '../../../kit/server/clock.ts';
import { signIn } from '../../device/public.server.ts';
import { bindDiners } from './bind-diners.ts';
import { type DinerTally, newDinerTally } from './diner-tally.ts';
import { inTurns } from './in-turns.ts';
import { type Game, playDiner } from './play-diner.ts';

export interface DinersOptions {
  url: string;
  /** People that take part, or all the unit has. */
  diners: number;
  /** Days ahead they look at, today included. */
  days: number;
  seed: number;
  /** How many act at a time. */
  atOnce: number;
  /** Organization account whose people they are. */
  account: string;
  password: string;
}

export interface PlayedDiners {
  tally: DinerTally;
  organization: string;
  diners: number;
}

/** Plays the diners against the server at `url`. @throws with a Chinese message when it cannot be set up. */
export async function simulateDiners(options: DinersOptions, clock: Clock): Promise<PlayedDiners> {
  const { url, seed, atOnce } = options;
  const clerk = await signIn(url, options.account, options.password);
  const me = await clerk.call<{ belong?: { type: string; name: string } }>('/admin', 'get_admin_info_in_session');
  if (me.belong?.type !== 'ORGANIZATION') throw new Error(`${options.account} 不是单位账号`);
  const phones = await bindDiners(url, clock, clerk, options.diners, atOnce);
  if (phones.length === 0) throw new Error('该单位没有正常状态的人员');
  const places = await phones[0]!.call('GET', '/addresses');
  const { addresses = [] } = (places.data ?? {}) as { addresses?: { addressId: number }[] };
  const game: Game = {
    clock,
    tally: newDinerTally(),
    days: options.days,
    addressIds: addresses.map((one) => one.addressId),
    orders: [],
  };
  await inTurns(phones, atOnce, (phone, at) => playDiner(game, phone, chance(seed * 100_003 + at)));
  return { tally: game.tally, organization: me.belong.name, diners: phones.length };
}
