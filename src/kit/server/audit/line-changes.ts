/** What differs between two states of the rows of a `lines` field: a change per cell, named by row and cell. */
import type { Field, LinesSpec } from '../../define/field.ts';
import { wireCells } from '../../define/form.ts';
import type { Change } from './entry.ts';
import { maskValue } from './mask.ts';

type Line = Readonly<Record<string, unknown>>;

/** Cells named in one entry; a long document says the rest in one line. */
const mostNamed = 100;

/** Pairs of rows that are the same row: by their `unique` cells, or by their place. Undefined: added or removed. */
function pairs(spec: LinesSpec, before: readonly Line[], after: readonly Line[]) {
  const names = new Map<string, number[]>();
  const nameOf = (line: Line, i: number) => JSON.stringify(spec.unique?.map((key) => line[key] ?? null) ?? i);
  for (const [i, line] of before.entries()) names.set(nameOf(line, i), [...(names.get(nameOf(line, i)) ?? []), i]);
  const found: { old: Line | undefined; next: Line | undefined; row: number }[] = [];
  for (const [row, next] of after.entries()) {
    const at = names.get(nameOf(next, row))?.shift();
    found.push({ old: at === undefined ? undefined : before[at], next, row });
  }
  for (const left of names.values()) for (const row of left) found.push({ old: before[row], next: undefined, row });
  return found;
}

const linesOf = (value: unknown): readonly Line[] => (Array.isArray(value) ? (value as Line[]) : []);

/**
 * One change per cell that differs, under `key.row.cell` (row from 0) and the label 明细 第 3 行 数量; of a removed row
 * the number it had. Past a hundred the number of the others is said.
 */
export function lineChanges(field: Field, key: string, before: unknown, after: unknown): Change[] {
  const spec = field.lines!;
  const rows = [linesOf(before), linesOf(after)] as const;
  const cells = wireCells(spec).flatMap((cell) =>
    spec.carry?.includes(cell) ? [] : [[cell, spec.fields[cell]!] as const],
  );
  const changes: Change[] = [];
  for (const { old, next, row } of pairs(spec, ...rows))
    for (const [cell, cellField] of cells) {
      const [was, is] = [old?.[cell] ?? null, next?.[cell] ?? null];
      if (JSON.stringify(was) === JSON.stringify(is)) continue;
      const place = old ? (next ? `第 ${row + 1} 行` : `删除第 ${row + 1} 行`) : `新增第 ${row + 1} 行`;
      changes.push({
        key: `${key}.${row}.${cell}${next ? '' : '.removed'}`,
        label: `${field.label} ${place} ${cellField.label}`,
        before: maskValue(cellField, was),
        after: maskValue(cellField, is),
      });
    }
  if (changes.length <= mostNamed) return changes;
  const more = `${rows[1].length} 行，另有 ${changes.length - mostNamed} 处改动`;
  return [...changes.slice(0, mostNamed), { key, label: field.label, before: `${rows[0].length} 行`, after: more }];
}
