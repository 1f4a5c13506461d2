/** Choices for ref fields: id and name within the scope, by keyword or by ids. */
import type { Ctx } from '../context.ts';
import type { Option, OptionsInput } from './binding.ts';
import type { Registered } from './registry.ts';

/** Reads and bounds the body of `options`. */
export function readOptions(body: Record<string, unknown>, narrowing: readonly string[] = []): OptionsInput {
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
    within: readWithin(body.within, narrowing),
  };
  if (body.parentId === null || Number.isSafeInteger(body.parentId)) input.parentId = body.parentId as number | null;
  return input;
}

function readWithin(sent: unknown, narrowing: readonly string[]): Record<string, number> {
  if (typeof sent !== 'object' || sent === null) return {};
  const values = sent as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    narrowing.flatMap((key) => (Number.isSafeInteger(values[key]) ? [[key, values[key] as number]] : [])),
  );
}

/** Choices of a page. */
export async function runOptions(entry: Registered, ctx: Ctx, input: OptionsInput): Promise<Option[]> {
  return entry.binding.options!(ctx, input);
}
