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
  const stock: number[] = [];
  return {
    allot: async (count) => {
      // Another batch may take from the stock while this one waits, so look again after every wait.
      while (stock.length < count) stock.push(...(await ids.take(count - stock.length)));
      const own = stock.splice(stock.length - count, count);
      return {
        next: () => {
          const id = own.pop();
          if (id === undefined) throw new Error('id allotment is used up');
          return id;
        },
        giveBack: () => {
          stock.push(...own.splice(0));
        },
      };
    },
  };
}
