/** The fields an account may import: those that need a permission only for who has it. */
import type { AnyPage } from '../../../define/page.ts';
import { can } from '../../session/can.ts';

export function importKeys(path: string, spec: AnyPage): string[] {
  return (spec.import?.fields ?? []).filter((key) => {
    const needs = spec.fields[key]?.needs;
    return needs === undefined || can(path, needs);
  });
}
