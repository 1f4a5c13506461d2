/** One line of the audit log: the change of one record, masked before it is written. */
import type { Field, Fields } from '../../define/field.ts';
import { lineChanges } from './line-changes.ts';
import { maskValue } from './mask.ts';

export interface Change {
  key: string;
  label: string;
  before: unknown;
  after: unknown;
}

export interface AuditEntry {
  /** What was done, in the words of the button: 新增, 编辑, 停用, 充值. */
  action: string;
  targetId?: number | string | null;
  targetName?: string | null;
  changes?: readonly Change[];
  result?: 'OK' | 'FAIL';
}

const secretKinds = new Set(['password']);

/** What differs between two states of a record, labelled by the page's fields; secrets never show, masks hold. */
export function changesOf(
  fields: Fields,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): Change[] {
  const changes: Change[] = [];
  for (const [key, value] of Object.entries(after)) {
    const field: Field | undefined = fields[key];
    if (!field || value === undefined) continue;
    const old = before?.[key] ?? null;
    if (JSON.stringify(old) === JSON.stringify(value ?? null)) continue;
    if (field.kind === 'lines') {
      changes.push(...lineChanges(field, key, old, value));
      continue;
    }
    const show = (v: unknown) => (secretKinds.has(field.kind) ? (v ? '（已设置）' : null) : maskValue(field, v));
    changes.push({ key, label: field.label, before: show(old), after: show(value ?? null) });
  }
  return changes;
}
