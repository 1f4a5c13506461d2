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

/**
 * Ids over `fetchBlock`, which returns the next value of the sequence `id_block` (one value = 1,000 ids). The next block
 * is fetched when half of one is used. `fetchBlock` must not wait for a connection that a command may hold: commands
 * wait for ids.
 */
export function blockIds(fetchBlock: () => Promise<number>): Ids {
  let next = 0;
  let end = 0;
  let ahead: number | undefined;
  let pending: Promise<void> | undefined;
  const fetchAhead = () => {
    pending ??= fetchBlock()
      .then((block) => {
        ahead = block * blockSize;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  /** An id at hand, undefined when a block must be waited for. */
  const grab = (): number | undefined => {
    if (next >= end) {
      if (ahead === undefined) return undefined;
      [next, end, ahead] = [ahead, ahead + blockSize, undefined];
    }
    // Failing here fails nobody: whoever finds the block empty asks again.
    if (ahead === undefined && end - next <= blockSize / 2) fetchAhead().catch(() => undefined);
    return next++;
  };
  const one = async (): Promise<number> => {
    for (;;) {
      const id = grab();
      if (id !== undefined) return id;
      await fetchAhead();
    }
  };
  return {
    next: one,
    take: async (count) => {
      const ids: number[] = [];
      while (ids.length < count) ids.push(grab() ?? (await one()));
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
