/** What a form says before it asks the server; the rule itself is the definition's, shared with the server. */
import { checkValue } from '../../../define/check-value.ts';
import type { Field, LinesSpec } from '../../../define/field.ts';
import { wireCells } from '../../../define/form.ts';

const choosing = new Set(['choice', 'choices', 'ref', 'refs', 'region', 'date', 'time', 'bool']);
const uploading = new Set(['image', 'file']);

/** Is the input empty? `false` and `0` are values. */
export function isBlank(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** The message of a required input left empty. */
export function requiredMessage(field: Field): string {
  const verb = uploading.has(field.kind) ? '请上传' : choosing.has(field.kind) ? '请选择' : '请输入';
  return `${verb}${field.label}`;
}

/** First thing wrong with an input; undefined when in order. A masked value left as it came is not looked at. */
export function checkInput(field: Field, value: unknown, stored?: unknown): string | undefined {
  if (isBlank(value)) return field.required ? requiredMessage(field) : undefined;
  if (isUntouchedMask(field, value, stored)) return undefined;
  if (field.lines) return linesProblem(field, field.lines, value);
  return checkValue(field, typeof value === 'string' ? value.trim() : value);
}

/** The rows that would travel must be in order; what is left out is nobody's matter. */
function linesProblem(field: Field, spec: LinesSpec, value: unknown): string | undefined {
  const rows = (Array.isArray(value) ? value : []) as Line[];
  const wrong = checkValue(field, spec.pick ? wireLines(spec, rows) : rows);
  return wrong?.replace(/^：/, '');
}

/** A masked value that nobody changed; it must not travel back, or the stars would be stored. */
export function isUntouchedMask(field: Field, value: unknown, stored: unknown): boolean {
  return field.mask !== undefined && typeof value === 'string' && value.includes('*') && value === stored;
}

type Line = Readonly<Record<string, unknown>>;

/** Is the row one that somebody is still to fill in? Nobody is told that it is empty, and it does not travel. */
export const isBlankLine = (spec: LinesSpec, row: Line): boolean =>
  !spec.fixed &&
  Object.entries(spec.fields).every(
    ([key, cell]) => cell.readOnly || cell.kind === 'bool' || isBlank(row[key]) || row[key] === cell.initial,
  );

/** Rows as they travel: the chosen ones, with the cells that are asked and those that name the row. */
function wireLines(spec: LinesSpec, rows: readonly Line[]): Record<string, unknown>[] {
  return rows
    .filter((row) => !(spec.pick && (row.off === true || row.problem)))
    .map((row) => wireValues(spec.fields, wireCells(spec), row));
}

/** The values of a form as they travel: texts trimmed, empties null, untouched masks left out. */
export function wireValues(
  fields: Readonly<Record<string, Field>>,
  keys: readonly string[],
  values: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  for (const key of keys) {
    const field = fields[key];
    const value = values[key];
    if (!field || isUntouchedMask(field, value, stored[key])) continue;
    wire[key] = isBlank(value)
      ? field.kind === 'choices' || field.kind === 'refs' || field.kind === 'lines'
        ? []
        : null
      : typeof value === 'string'
        ? value.trim()
        : field.lines
          ? wireLines(field.lines, value as readonly Line[])
          : value;
  }
  return wire;
}
