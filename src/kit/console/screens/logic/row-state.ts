/** Rows of what is out of use are read, not worked with: they stand back. */
import type { AnyPage } from '../../../define/page.ts';
import type { AnyRow } from './actions.ts';

const outOfUse: ReadonlySet<unknown> = new Set(['DISABLED', 'SUSPENDED', 'OFF']);

export const isOutOfUse = (spec: AnyPage, row: AnyRow): boolean =>
  (['status', 'state'] as const).some((key) => spec.fields[key]?.kind === 'choice' && outOfUse.has(row[key]));
