/** Export and import verbs of a page. */
import type { Ctx } from '../context.ts';
import type { Registered, Registry } from './registry.ts';

/** Answers export and import verbs; undefined for any other verb. */
export async function exchange(
  _registry: Registry,
  _entry: Registered,
  _verb: string,
  _ctx: Ctx,
  _body: Record<string, unknown>,
): Promise<unknown> {
  return undefined;
}
