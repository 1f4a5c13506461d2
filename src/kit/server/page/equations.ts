/** The equations of a report over rows in hand. Pure. */

import { nameKey } from '../../define/field.ts';
import { type Equation, keyOf, signOf } from '../../define/identity.ts';
import type { AnyPage } from '../../define/page.ts';

export type Row = Readonly<Record<string, unknown>>;

/** What the rows say of the equations: how many break one, and per equation the sums of the rows that it speaks of. */
export interface RowProof {
  unequal: number;
  /** The first that does: what it is called, and by how much its sides differ. */
  first?: { name: string; key: string; gap: number };
  sums: Row[];
  /** Per equation: rows it speaks of. */
  spoken: number[];
}

export const equationsOf = (page: AnyPage): Equation[] =>
  (page.report?.identities ?? []).filter((i) => i.kind === 'eq');

/** The value of a side; a figure that is absent counts nothing. */
export const sideOf = (terms: readonly string[], row: Row): number =>
  terms.reduce((total, term) => total + signOf(term) * Number(row[keyOf(term)] ?? 0), 0);

/** A row without its first figure (a terminal that tells no total of its own) says nothing of the equation. */
const speaksOf = ({ left }: Equation, row: Row) => row[keyOf(left[0]!)] !== null && row[keyOf(left[0]!)] !== undefined;

const gapOf = ({ left, right }: Equation, row: Row) => sideOf(left, row) - sideOf(right, row);

/** A row by its first column. */
function nameOf(page: AnyPage, row: Row): string {
  const key = page.list?.columns[0] ?? 'id';
  return String(row[nameKey(key)] ?? row[key] ?? '');
}

export function proveRows(page: AnyPage, rows: readonly Row[]): RowProof {
  const equations = equationsOf(page);
  const told = equations.map((one) => rows.filter((row) => speaksOf(one, row)));
  const broken = new Set(
    equations.flatMap((one, i) => told[i]!.filter((r) => sideOf(one.left, r) !== sideOf(one.right, r))),
  );
  const totals = page.list?.totals ?? [];
  const [first] = rows.filter((row) => broken.has(row));
  const apart = equations.find(
    (one) => first && speaksOf(one, first) && sideOf(one.left, first) !== sideOf(one.right, first),
  );
  return {
    unequal: broken.size,
    ...(first && apart
      ? { first: { name: nameOf(page, first), key: keyOf(apart.left[0]!), gap: gapOf(apart, first) } }
      : {}),
    spoken: told.map((own) => own.length),
    sums: told.map((own) =>
      Object.fromEntries(totals.map((key) => [key, own.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)])),
    ),
  };
}
