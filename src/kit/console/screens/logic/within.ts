/** Choices that hang on other fields: what they are narrowed by, and what a changed parent empties. */
import type { Field, Fields } from '../../../define/field.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the field's source is asked to narrow by; undefined when it hangs on nothing or its parents are empty. */
export function withinOf(field: Field, values: Values): Record<string, number> | undefined {
  const parts = Object.entries(field.within ?? {}).flatMap(([name, key]): [string, number][] => {
    const value = values[key];
    return typeof value === 'number' ? [[name, value]] : [];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** Fields that lose their value because what they hang on has changed, themselves empty; those that hang on them too. */
export function emptiedBy(fields: Fields, changed: readonly string[]): Record<string, null | []> {
  const emptied: Record<string, null | []> = {};
  const queue = [...changed];
  for (let key = queue.pop(); key !== undefined; key = queue.pop())
    for (const [child, field] of Object.entries(fields))
      if (!(child in emptied) && Object.values(field.within ?? {}).includes(key)) {
        emptied[child] = field.kind === 'refs' ? [] : null;
        queue.push(child);
      }
  return emptied;
}
