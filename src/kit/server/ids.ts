/**
 * Record ids come from the application: whole numbers below 2^53, handed out from blocks of a database sequence,
 * so several nodes never collide and an id is known before its row is written.
 */
export interface Ids {
  /** The next id. Resolves at once except when a new block is fetched. */
  next(): Promise<number>;
  /** `count` ids, ascending. */
  take(count: number): Promise<number[]>;
}

const blockSize = 1000;

/** Ids over `fetchBlock`, which returns the next value of the sequence `id_block` (one value = 1,000 ids). */
export function blockIds(fetchBlock: () => Promise<number>): Ids {
  let next = 0;
  let end = 0;
  let pending: Promise<void> | undefined;
  const refill = () => {
    pending ??= fetchBlock()
      .then((block) => {
        next = block * blockSize;
        end = next + blockSize;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  const one = async (): Promise<number> => {
    while (next >= end) await refill();
    return next++;
  };
  return {
    next: one,
    take: async (count) => {
      const ids: number[] = [];
      while (ids.length < count) ids.push(next < end ? next++ : await one());
      return ids;
    },
  };
}

/** Opaque random text of `bytes` random bytes, base64url. Injected so that tests can replay it. */
export interface Random {
  token(bytes: number): string;
  /** A number in [0, 1). */
  fraction(): number;
}
