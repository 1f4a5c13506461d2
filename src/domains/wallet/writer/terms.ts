/** What thousands of swipes are priced and bounded by, written down once: a trade says which terms were its own. */
import type { Ids } from '../../../kit/server/ids.ts';
import type { Queryable } from './partitions.ts';

export interface Terms {
  /**
   * The number of these terms; undefined while nobody has written them down, which is done then: the first swipes keep their
   * own copy, so that no batch waits.
   */
  idOf(organizationId: number, terms: string): number | undefined;
  /** Ends when nothing is being written any more. */
  close(): Promise<void>;
}

/** Terms kept in memory; a unit has some dozens in a year. */
const mostKnown = 20_000;

/** Terms over `db`, connections beside the batches': they stay whatever becomes of the batch that asked first. */
export function termsOf(db: Queryable, ids: Pick<Ids, 'next'>): Terms {
  const known = new Map<string, number>();
  const asked = new Map<string, Promise<void>>();
  const writeDown = async (organizationId: number, terms: string, key: string): Promise<void> => {
    await db.query('insert into trade_terms (organization_id, id, terms) values ($1, $2, $3) on conflict do nothing', [
      organizationId,
      await ids.next(),
      terms,
    ]);
    const { rows } = await db.query<{ id: number }>(
      'select id from trade_terms where organization_id = $1 and md5(terms::text) = md5($2)',
      [organizationId, terms],
    );
    if (known.size >= mostKnown) known.clear();
    if (rows[0]) known.set(key, rows[0].id);
  };
  return {
    idOf: (organizationId, terms) => {
      const key = `${organizationId}${terms}`;
      const id = known.get(key);
      if (id === undefined && !asked.has(key))
        asked.set(
          key,
          // What could not be written is tried again with the next swipe.
          writeDown(organizationId, terms, key).then(
            () => void asked.delete(key),
            () => void asked.delete(key),
          ),
        );
      return id;
    },
    close: async () => {
      await Promise.all(asked.values());
    },
  };
}
