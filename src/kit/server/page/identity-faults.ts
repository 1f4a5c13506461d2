/** What is wrong with a report's identities, found when the registry is loaded. */
import { type Equation, type Identity, keyOf, keysOf, type Same } from '../../define/identity.ts';
import { type AnyPage, searchFields } from '../../define/page.ts';
import type { Bound } from './binding.ts';
import type { Registered, Registry } from './registry.ts';

/** A column of a table as a list names it. */
const column = /^[a-z]\w*\.\w+$/;

/** Where a figure was read: as the binding says, or the column of its list; what the engine computes, where its parts were. */
function readsOf({ page, binding }: Bound, key: string): readonly string[] {
  const made = page.report?.identities?.find((i) => i.kind === 'sum' && i.key === key);
  if (made?.kind === 'sum') return made.parts.flatMap((part) => readsOf({ page, binding }, keyOf(part)));
  const said = binding.proof?.reads?.[key];
  if (said !== undefined) return typeof said === 'string' ? [said] : said;
  const bound = binding.list?.columns[key];
  return typeof bound === 'string' && column.test(bound) ? [bound] : [];
}

function equationFaults(bound: Bound, { left, right }: Equation): string[] {
  const { fields } = bound.page;
  const label = (terms: readonly string[]) =>
    terms.map((term) => `「${fields[keyOf(term)]?.label ?? term}」`).join('、');
  const unknown = [...left, ...right].filter((term) => readsOf(bound, keyOf(term)).length === 0);
  if (unknown.length > 0)
    return [
      `identities: ${label(unknown)} — say in proof.reads where it is read, or no equation can be told from a copy`,
    ];
  const other = new Set(right.flatMap((term) => readsOf(bound, keyOf(term))));
  return left.flatMap((term) => readsOf(bound, keyOf(term))).every((source) => other.has(source))
    ? [
        `identities: ${label(left)} is read only where ${label(right)} are, so that the equation cannot fail — read it elsewhere, or write sum(…) and hold it against another page`,
      ]
    : [];
}

/** Of one page, as far as it alone tells. */
export function identityFaults(bound: Bound): string[] {
  const { page, binding } = bound;
  const identities = page.report?.identities ?? [];
  const faults = identities.flatMap((identity): string[] => {
    const strange = keysOf(identity).filter((key) => !page.fields[key]);
    if (strange.length > 0) return [`identities: ${strange.join(', ')} is no field of the page`];
    if (identity.kind === 'eq') return equationFaults(bound, identity);
    if (identity.kind === 'against' && !binding.proof?.held?.[identity.label])
      return [`identities: proof.held does not read «${identity.label}»`];
    if (identity.kind !== 'sum' && !page.list?.totals?.includes(identity.key))
      return [`identities: ${identity.key} is held against another figure and is not in list.totals`];
    return [];
  });
  if (identities.length > 0 && binding.query && !binding.rows && !binding.list)
    faults.push('identities are proven by the engine: give it the rows (rows), not an answer (query)');
  return faults.map((fault) => `${page.title}: ${fault}`);
}

/** The page an identity is held against, in the area of `path`. */
export function otherPage(registry: Registry, path: string, { page }: Same): Registered | undefined {
  return registry.at(`${path.split('/').slice(0, 3).join('/')}/${page}`);
}

/** Of pages that are held against each other. */
export function sameFaults(registry: Registry): string[] {
  return registry.all.flatMap(({ page, path, binding }) =>
    (page.report?.identities ?? []).flatMap((identity: Identity): string[] => {
      if (identity.kind !== 'same') return [];
      const other = otherPage(registry, path, identity);
      if (!other?.page.list?.totals?.includes(identity.as))
        return [`${page.title}: identities: ${identity.page} has no total ${identity.as}`];
      const own = readsOf({ page, binding }, identity.key);
      const theirs = new Set(readsOf(other, identity.as));
      const first = page.report?.groups?.[0]?.value;
      const defaults = !identity.groups || (first !== undefined && identity.groups.includes(first));
      if (own.length === 0 || theirs.size === 0)
        return [
          `${page.title}: identities: say in proof.reads where ${identity.key} is read, here and in ${other.title}`,
        ];
      return defaults && own.every((source) => theirs.has(source))
        ? [`${page.title}: identities: ${other.title} reads ${identity.as} where this page does; it proves nothing`]
        : [];
    }),
  );
}

/** Search keys of a page. */
export const searchKeys = (page: AnyPage): Set<string> => new Set(searchFields(page).map((s) => s.key));
