/** Ids by what a sheet calls their records. A name that several records go by means none of them for certain. */

/** In place of an id: the name is that of several. */
export const several = 0;

/** One id a name; codes, which only one has, go before names. */
export function idsNamed(rows: readonly { id: number; name: string; code?: string | null }[]): Map<string, number> {
  const ids = new Map<string, number>();
  for (const { id, name } of rows) {
    const before = ids.get(name);
    ids.set(name, before === undefined || before === id ? id : several);
  }
  for (const { id, code } of rows) if (code) ids.set(code, id);
  return ids;
}
