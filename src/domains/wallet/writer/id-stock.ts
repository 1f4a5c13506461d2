/** Ids taken ahead of a batch, so that the planner gets them without waiting. */
import type { Ids } from '../../../kit/server/ids.ts';

export interface IdStock {
  /** Makes at least `count` ids available. */
  fill(count: number): Promise<void>;
  /** @throws when the stock was not filled. */
  next(): number;
}

export function idStock(ids: Ids): IdStock {
  let stock: number[] = [];
  let at = 0;
  return {
    fill: async (count) => {
      const missing = count - (stock.length - at);
      if (missing <= 0) return;
      const more = await ids.take(missing);
      stock = stock.slice(at).concat(more);
      at = 0;
    },
    next: () => {
      const id = stock[at++];
      if (id === undefined) throw new Error('id stock is empty');
      return id;
    },
  };
}
