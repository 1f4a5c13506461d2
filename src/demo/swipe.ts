/** One swipe of the demo: somebody at a terminal, by card, face or the code on a phone. */
import type { DishLine, RecordOutcome, ShopItem, WeighTake } from '../domains/device/public.server.ts';
import type { Chance } from '../kit/server/chance.ts';
import type { Services } from '../kit/server/context.ts';
import type { DemoPerson } from './people.ts';
import { countAnswered, type DemoTerminal, nextRecord } from './terminal.ts';

export interface Swipe {
  device: DemoTerminal;
  /** Nobody we know, when a code pays. */
  person?: Pick<DemoPerson, 'id' | 'cardNo'>;
  payCode?: string;
  /** Epoch ms. */
  when: number;
  amountFen?: number;
  takes?: readonly WeighTake[];
  dishes?: readonly DishLine[];
  items?: readonly ShopItem[];
}

/** Sends it as its terminal would, and lets the terminal count it. */
export async function swipeNow(services: Services, swipe: Swipe, by: Chance): Promise<RecordOutcome> {
  const { device, person, when, payCode, amountFen, takes, dishes, items } = swipe;
  const record = nextRecord(device, when, {
    ...(person
      ? { cardNo: person.cardNo, identify: by.happens(0.7) ? ('CARD' as const) : ('FACE' as const) }
      : { identify: 'CODE' as const }),
    ...(payCode === undefined ? {} : { payCode }),
    offline: false,
    ...(amountFen === undefined ? {} : { amountFen }),
    ...(takes === undefined ? {} : { takes }),
    ...(dishes === undefined ? {} : { dishes }),
    ...(items === undefined ? {} : { items }),
  });
  const outcome = await services.consumeGateway.consume(device.known.at, record);
  countAnswered(services, device, record, outcome);
  return outcome;
}
