/** Ids taken ahead of a batch, so that the planner gets them without waiting. Batches in flight never share an id. */
import type { Ids } from '../../../kit/server/ids.ts';

export interface Allotment {
  /** @throws when the allotment is used up. */
  next(): number;
  /** Puts what was not used back; the allotment is over. */
  giveBack(): void;
}

export interface IdStock {
  /** `count` ids of the caller's own. */
  allot(count: number): Promise<Allotment>;
}

export function idStock(ids: Ids): IdStock {
  // Ascending, and taken from the front: ids follow the order of planning, so that what only grows is written at its end.
  let stock: number[] = [];
  let first = 0;
  let promised = 0;
  const free = () => stock.length - first - promised;
  return {
    allot: async (count) => {
      // Another batch may be promised what comes while this one waits, so look again after every wait.
      while (free() < count) {
        const more = await ids.take(count - free());
        stock = [...stock.slice(first), ...more];
        first = 0;
      }
      promised += count;
      let left = count;
      return {
        next: () => {
          if (left === 0) throw new Error('id allotment is used up');
          left -= 1;
          promised -= 1;
          const id = stock[first] as number;
          first += 1;
          return id;
        },
        giveBack: () => {
          promised -= left;
          left = 0;
        },
      };
    },
  };
}
