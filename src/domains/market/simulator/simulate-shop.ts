/** The whole play: sign in, set tills up where a shop sells, sell for an hour, hand out what was ordered, look at what stock lacks. */
import type { Clock } from '../../../kit/server/clock.ts';
import {
  beat,
  type Clerk,
  equip,
  everyRow,
  newTally,
  type Stage,
  signIn,
  syncCards,
  type Tally,
} from '../../device/public.server.ts';
import { handOut, playTills, type ShopFigures, type Till } from './play-tills.ts';
import { emptyShelf, syncShelf } from './till-shelf.ts';

export interface ShopOptions {
  url: string;
  tills: number;
  customers: number;
  seed: number;
  account: string;
  password: string;
  platform: string;
  platformPassword: string;
  /** The caterer whose shop it is: its orders are handed out, its list of what stock lacks is told. */
  caterer: string;
  catererPassword: string;
  whileCutOff?: () => Promise<void>;
}

export interface ShopPlayed {
  shop: string;
  tally: Tally;
  figures: ShopFigures;
  /** Lines of sales that stock still lacks, over all of the caterer's shops. */
  short: number;
}

const driftMs = [95_000, -140_000, 20_000];

/** Tills where a shop sells: the first site in a place of kind SHOP whose shelf has goods. */
async function setUp(stage: Stage, count: number): Promise<Till[]> {
  const places = await everyRow<{ id: number; kind: string }>(stage.organization, '/admin/organization/restaurant');
  const shops = new Set(places.filter(({ kind }) => kind === 'SHOP').map(({ id }) => id));
  const sites = (
    await everyRow<{ id: number; status: string; restaurantId: number | null }>(
      stage.organization,
      '/admin/organization/deploy_site',
    )
  ).filter(({ status, restaurantId }) => status === 'NORMAL' && restaurantId !== null && shops.has(restaurantId));
  for (const { id } of sites) {
    const stands = { deploySiteId: id, mode: 'SHOP' };
    const terminals = await equip(stage, {
      prefix: 'SIMS-',
      kind: 'POS',
      name: '模拟收银机',
      count,
      driftMs: Array.from({ length: count }, (_, i) => driftMs[i % driftMs.length]!),
      stands,
    });
    const tills = terminals.map((terminal): Till => ({ terminal, shelf: emptyShelf() }));
    for (const { terminal, shelf } of tills) {
      await beat(terminal);
      await syncCards(terminal);
      await syncShelf(terminal, shelf);
    }
    if (tills[0]!.shelf.goods.size > 0) return tills;
  }
  throw new Error('该单位没有正在售货的商店：请先在「商超管理」开店、上架，并给商店添加部署点');
}

/** Codes of orders that wait at the shop's counter. */
async function waitingCodes(caterer: Clerk, organizationId: number): Promise<string[]> {
  const orders = await everyRow<{ pickCode: string | null }>(
    caterer,
    '/admin/contractor/supermarket/supermarket_order',
    { createdAt: null, status: ['DELIVERING'], deliveryWay: ['PICKUP'], organizationId: [organizationId] },
  );
  return orders.flatMap(({ pickCode }) => pickCode ?? []);
}

/** @throws with a Chinese message when it cannot be set up */
export async function simulateShop(options: ShopOptions, clock: Clock): Promise<ShopPlayed> {
  const { url, seed } = options;
  const organization = await signIn(url, options.account, options.password);
  const platform = await signIn(url, options.platform, options.platformPassword);
  const caterer = await signIn(url, options.caterer, options.catererPassword);
  const me = await organization.call<{ belong?: { id: number; type: string } }>('/admin', 'get_admin_info_in_session');
  if (me.belong?.type !== 'ORGANIZATION') throw new Error(`${options.account} 不是单位账号`);
  const organizationId = me.belong.id;
  const tills = await setUp({ url, clock, organization, platform, organizationId, seed }, options.tills);
  const tally = newTally();
  const game = { url, clock, tally };
  const figures = await playTills(game, tills, options);
  await handOut(game, tills[0]!, await waitingCodes(caterer, organizationId), figures);
  for (const { terminal } of tills) await beat(terminal);
  const short = await everyRow(caterer, '/admin/contractor/erp/stock_due', { status: ['SHORT'] });
  return { shop: tills[0]!.shelf.shop!.name, tally, figures, short: short.length };
}
