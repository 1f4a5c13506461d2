/**
 * The records that fields refer to. A domain names each once, in its `entities.ts`: where it is chosen from and how it is
 * called. `ref('部门', 'department')` then means the same in every area, and a list joins its name without being told how.
 */
import type { Area } from './page.ts';

/** One kind of record; its name is its table's. */
export interface Entity {
  /** The page whose `options` verb answers the choices. */
  choices: string;
  /** Areas that choose from another page. */
  at?: { readonly [A in Area]?: string };
  /** Column with the shown name; `name` unless given. */
  name?: string;
  /** Its records lie below one another: chosen from a tree, and searched with all that lies below. */
  tree?: true;
  /** Its table is keyed by `id` alone, not by organization and id. */
  alone?: true;
  /**
   * Its name stands beside every visible row that refers to it, for readers too who could not list it: who runs a
   * restaurant, which agent looks after a unit.
   */
  beside?: true;
}

/** All entities by name; every `entities.ts` adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: domains fill it.
export interface Entities {}
export type EntityName = keyof Entities & string;

const known = new Map<string, Entity>();

/** Makes records known by name. @throws when two domains claim one name. */
export function entities<const E extends Readonly<Record<string, Entity>>>(named: E): E {
  for (const [name, entity] of Object.entries(named)) {
    const other = known.get(name);
    if (other && other.choices !== entity.choices) throw new Error(`two entities named ${name}`);
    known.set(name, entity);
  }
  return named;
}

/** @throws for a name that no `entities.ts` gives. */
export function entityOf(name: string): Entity {
  const entity = known.get(name);
  if (!entity) throw new Error(`no entity ${name}: a domain's entities.ts must name it`);
  return entity;
}

/** Path that answers the choices of an entity to a page in `area`. */
export const choicesAt = (name: string, area: Area): string => {
  const { choices, at } = entityOf(name);
  return at?.[area] ?? choices;
};
