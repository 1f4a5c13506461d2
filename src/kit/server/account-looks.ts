/** The looks of the console an account has chosen: kept where its lists' columns are, under a page that stands for all. */
import { type Kysely, sql } from 'kysely';
import type { Looks } from '../define/looks.ts';
import type { Tables } from './query/tables.ts';

const everyPage = '*';

/** Empty when nothing was chosen. */
export async function readLooks(db: Kysely<Tables>, accountId: number): Promise<Looks> {
  const stored = await db
    .selectFrom('list_state')
    .select('state')
    .where('account_id', '=', accountId)
    .where('page', '=', everyPage)
    .executeTakeFirst();
  return (stored?.state as Looks | undefined) ?? {};
}

/** What is not given stays as it was. */
export async function saveLooks(db: Kysely<Tables>, accountId: number, looks: Looks): Promise<void> {
  await sql`insert into list_state (account_id, page, state) values (${accountId}, ${everyPage}, ${JSON.stringify(looks)}::jsonb)
    on conflict (account_id, page) do update set state = list_state.state || excluded.state`.execute(db);
}
