/** Lists that read many units: the unit's column and filter come first, and go where the session's scope holds but one. */
import type { AnyPage, Drill, ListSpec } from './page.ts';

type Loose = ListSpec<Record<string, never>> & {
  columns: readonly string[];
  important?: readonly string[];
  search?: readonly (string | { key: string })[];
  detail?: readonly string[];
  drills?: Readonly<Record<string, Drill | undefined>>;
};

const keyOf = (one: string | { key: string }) => (typeof one === 'string' ? one : one.key);

/** Rows open their lines within their unit: the target searches the same keys. */
export const keeping = <D extends Drill>(drill: D, wide: readonly string[]): D =>
  drill.keepsUnit === false
    ? drill
    : {
        ...drill,
        search: (row: Record<string, unknown>, search: Record<string, unknown>) => ({
          ...Object.fromEntries(
            wide.flatMap((key) => ((row[key] ?? search[key]) ? [[key, row[key] ?? search[key]]] : [])),
          ),
          ...drill.search(row, search),
        }),
      };

/** The list with its wide keys before all others. */
export function widened<L>(list: L, wide: readonly string[]): L {
  const { columns, search = [], drills, ...rest } = list as unknown as Loose;
  const others = columns.filter((key) => !wide.includes(key));
  const asked = new Map(search.map((one) => [keyOf(one), one]));
  return {
    ...rest,
    columns: [...wide, ...others],
    search: [...wide.map((key) => asked.get(key) ?? key), ...search.filter((one) => !wide.includes(keyOf(one)))],
    ...(drills && {
      drills: Object.fromEntries(Object.entries(drills).map(([key, drill]) => [key, drill && keeping(drill, wide)])),
    }),
  } as unknown as L;
}

/** The page for a session that sees one unit: nothing tells units apart there. */
export function narrowed(page: AnyPage): AnyPage {
  const { wide, list } = page;
  if (!wide || !list) return page;
  const own = <T extends string | { key: string }>(keys: readonly T[]): T[] =>
    keys.filter((one) => !(wide as readonly string[]).includes(keyOf(one)));
  return {
    ...page,
    list: {
      ...list,
      columns: own(list.columns),
      ...(list.search && { search: own(list.search) }),
      ...(list.detail && { detail: own(list.detail) }),
      ...(list.important && { important: own(list.important) }),
    },
  };
}
