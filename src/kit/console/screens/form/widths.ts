/** Width of an input in px: the field's own or what its kind needs (product spec §9: 100, 150, 200, 300, 400, 500). */
import type { Field, FieldKind, InputWidth } from '../../../define/field.ts';

const byKind: Record<FieldKind, InputWidth> = {
  text: 300,
  longText: 500,
  phone: 200,
  idCard: 300,
  int: 150,
  money: 200,
  percent: 150,
  weight: 150,
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
  json: 500,
};

export const inputWidth = (field: Field): InputWidth => field.width ?? byKind[field.kind];
