/** Is a person of the kitchen the one who sits at the desk? Accounts name no person: the same phone, or the same name, is them. */
import type { Ctx } from '../../../kit/server/context.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';

/** Errs on the side of another pair of eyes: two of one name keep each other from signing, and a third does. */
export async function isSelf(ctx: Ctx, personId: number): Promise<boolean> {
  const { name, phone } = await ctx.db
    .selectFrom('person')
    .select(['name', 'phone'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  if (name === ctx.session.name) return true;
  const account = await beyondScope(ctx)
    .selectFrom('account')
    .select('phone')
    .where('id', '=', ctx.session.accountId)
    .executeTakeFirst();
  return phone !== null && phone !== '' && account?.phone === phone;
}
