/**
 * The identities of a report, as data. The engine proves them over every row and over the totals, and writes the sentence
 * shown below the table. Terms are keys of the page's fields, `-` in front of those that are taken away.
 */

/** Two sides that were read apart and must be equal: in every row, and in the totals. */
export interface Equation {
  kind: 'eq';
  left: readonly string[];
  right: readonly string[];
}

/** A column the engine computes of others. It proves nothing; the sentence says it. */
export interface Sum {
  kind: 'sum';
  key: string;
  parts: readonly string[];
}

interface Held {
  key: string;
  /** Of the report's groupings those it holds for; all when left out. */
  groups?: readonly string[];
}

/** The total of another page of the same area under the same search; left out where that page cannot search likewise. */
export interface Same extends Held {
  kind: 'same';
  /** Below the area: `consume_summary`. */
  page: string;
  /** Its key; the same when left out. */
  as: string;
  /** Search keys that leave nothing out. */
  ignoring?: readonly string[];
}

/** A figure the page's binding reads elsewhere (`proof.held`), with the words for it. */
export interface Against extends Held {
  kind: 'against';
  label: string;
  /** The figure is narrowed just as the rows are: it holds for those who see a part of the places too. */
  inScope?: true;
}

export type Identity = Equation | Sum | Same | Against;

const list = (terms: string | readonly string[]) => (typeof terms === 'string' ? [terms] : terms);

export const eq = (left: string | readonly string[], right: string | readonly string[]): Equation => ({
  kind: 'eq',
  left: list(left),
  right: list(right),
});

export const sum = (key: string, parts: readonly string[]): Sum => ({ kind: 'sum', key, parts });

export const same = (
  key: string,
  page: string,
  more: { as?: string; groups?: readonly string[]; ignoring?: readonly string[] } = {},
): Same => ({ kind: 'same', key, page, ...more, as: more.as ?? key });

export const against = (key: string, label: string, groups?: readonly string[]): Against => ({
  kind: 'against',
  key,
  label,
  ...(groups ? { groups } : {}),
});

/** The same of a figure that is narrowed to the scope just as the rows are. */
export const againstInScope = (key: string, label: string, groups?: readonly string[]): Against => ({
  ...against(key, label, groups),
  inScope: true,
});

/** The field a term names. */
export const keyOf = (term: string): string => term.replace(/^-/, '');
export const signOf = (term: string): 1 | -1 => (term.startsWith('-') ? -1 : 1);

/** Keys of all terms of an identity. */
export function keysOf(identity: Identity): string[] {
  switch (identity.kind) {
    case 'eq':
      return [...identity.left, ...identity.right].map(keyOf);
    case 'sum':
      return [identity.key, ...identity.parts.map(keyOf)];
    default:
      return [identity.key];
  }
}
