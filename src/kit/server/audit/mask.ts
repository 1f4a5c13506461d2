/** Masks by kind: 138****1234, identity 110101********1234, bank card last four, name 王**, whole ***. Lists, exports and the log share it. */
import type { Field, Mask } from '../../define/field.ts';

/** The masked form of a text; short texts keep only their last character. */
export function maskText(mask: Mask, value: string): string {
  if (value === '') return value;
  if (mask === 'name') {
    const [first, ...rest] = [...value];
    return `${first}${'*'.repeat(Math.max(1, rest.length))}`;
  }
  if (mask === 'whole') return '***';
  const keep = { phone: [3, 4], idCard: [6, 4], bank: [0, 4] }[mask] as [number, number];
  const hidden = value.length - keep[0] - keep[1];
  if (hidden <= 0) return `${'*'.repeat(Math.max(0, value.length - 1))}${value.slice(-1)}`;
  return value.slice(0, keep[0]) + '*'.repeat(hidden) + value.slice(value.length - keep[1]);
}

/** The value as the field lets it be seen. */
export function maskValue(field: Field, value: unknown): unknown {
  return field.mask && typeof value === 'string' ? maskText(field.mask, value) : value;
}

/** Does a submitted value still carry the mask, i.e. was the field left as it was shown? */
export function isMasked(field: Field, value: unknown): boolean {
  return field.mask !== undefined && typeof value === 'string' && value.includes('*');
}
