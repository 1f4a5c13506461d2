/** Rows that are removed by somebody else while a command works on them. */
import { NoResultError } from 'kysely';
import type { Ctx } from '../context.ts';
import { rowsById } from '../query/list.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { listQueryOf } from './list-query.ts';
import type { Registered } from './registry.ts';

/**
 * Works on rows that were found a moment before. A command that meets none where it was sure of one (`…OrThrow`) has a
 * bug, unless one of `ids` is gone by now: then it answers as if it had come that moment later, NOT_FOUND.
 */
export async function whileThere<T>(
  entry: Registered,
  ctx: Ctx,
  ids: readonly number[],
  work: () => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    const query = listQueryOf(entry);
    if (!(error instanceof NoResultError) || !query) throw error;
    if ((await rowsById(query, ctx, ids)).length === ids.length) throw error;
    return refuse('NOT_FOUND');
  }
}
