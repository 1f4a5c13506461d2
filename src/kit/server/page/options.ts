/** Choices for ref fields: id and name within the scope, by keyword or by ids. */
import type { Ctx } from '../context.ts';
import type { Option, OptionsInput } from './binding.ts';
import type { Registered } from './registry.ts';

/** Reads and bounds the body of `options`. */
export function readOptions(body: Record<string, unknown>): OptionsInput {
  const ids = Array.isArray(body.ids)
    ? body.ids
        .map(Number)
        .filter((n) => Number.isSafeInteger(n) && n > 0)
        .slice(0, 2000)
    : null;
  const size = typeof body.size === 'number' && body.size >= 1 ? Math.min(200, Math.floor(body.size)) : 50;
  const input: OptionsInput = {
    keyword: typeof body.keyword === 'string' ? body.keyword.replaceAll('\u0000', '').trim().slice(0, 100) : '',
    ids,
    size,
  };
  if (body.parentId === null || Number.isSafeInteger(body.parentId)) input.parentId = body.parentId as number | null;
  return input;
}

/** Choices of a page. */
export async function runOptions(entry: Registered, ctx: Ctx, input: OptionsInput): Promise<Option[]> {
  return entry.binding.options!(ctx, input);
}
