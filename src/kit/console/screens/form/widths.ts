/** Width of an input in px: the field's own or what its kind needs (product spec §9: 100, 150, 200, 300, 400, 500). */
import type { Field, FieldKind, InputWidth } from '../../../define/field.ts';
import { formKeys } from '../../../define/form.ts';
import type { AnyPage } from '../../../define/page.ts';

const byKind: Record<FieldKind, InputWidth> = {
  text: 300,
  longText: 500,
  phone: 200,
  idCard: 300,
  int: 150,
  money: 200,
  percent: 150,
  weight: 150,
  decimal: 150,
  date: 200,
  time: 200,
  hm: 150,
  bool: 100,
  choice: 300,
  choices: 500,
  ref: 300,
  refs: 400,
  image: 300,
  file: 300,
  region: 400,
  password: 300,
  lines: 500,
  json: 500,
};

export const inputWidth = (field: Field): InputWidth => field.width ?? byKind[field.kind];

const leastLabel = 120;
const mostLabel = 168;

/** Width of a form's label column in px, for its longest label in one line; beyond the most it wraps. */
export function labelWidth(spec: AnyPage): number {
  const keys = formKeys(spec);
  const longest = Math.max(0, ...keys.map((key) => [...(spec.fields[key]?.label ?? '')].length));
  return Math.min(mostLabel, Math.max(leastLabel, longest * 13 + 30));
}
