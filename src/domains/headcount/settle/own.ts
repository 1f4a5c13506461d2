/** Whose meal it is: nobody forgives their own. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';

/** Whether one of these people is who acts, known by the phone of the account. */
export async function isOwn(ctx: Ctx, personIds: readonly number[]): Promise<boolean> {
  const { rows } = await sqlOf(ctx.db).query<{ own: boolean }>(
    `select exists (select from person p join account a on a.id = $3
       where p.organization_id = $1 and p.id = any($2::bigint[]) and a.phone <> '' and p.phone = a.phone) as own`,
    [ownOrganization(ctx), personIds, ctx.session.accountId],
  );
  return rows[0]?.own ?? false;
}
