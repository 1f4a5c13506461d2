/** Who hears of an alert, as SQL over an alert `a`. */
import { type RawBuilder, sql } from 'kysely';
import { posts } from './alert-states.ts';

const levels = sql`array['INFO', 'WARN', 'CRITICAL']`;
const postOf = sql`(array['DUTY', 'DIRECTOR', 'HEAD'])`;

/** Receivers `r` in use who hear of the alert once it has come to their post. */
const hears = sql`r.organization_id = a.organization_id and r.status = 'NORMAL'
  and array_position(${levels}, r.min_level) <= array_position(${levels}, a.level)
  and (r.kinds = '{}' or a.kind = any(r.kinds))
  and (r.restaurant_ids = '{}' or a.restaurant_id is null or a.restaurant_id = any(r.restaurant_ids))`;

/** Is it the account's to see to: taken by it, or untaken and come to one of its posts? */
export const isMine = (accountId: number): RawBuilder<boolean> => sql<boolean>`(case
  when a.status = 'HANDLING' or a.note_due then a.owner_id = ${accountId}
  when a.status = 'OPEN' then exists (select /* wall: receivers of the alert's own unit */ 1 from alert_receiver r join employee e on e.id = r.employee_id
    where e.account_id = ${accountId} and ${hears} and array_position(${postOf}, r.post) <= a.stage + 1)
  else false end)`;

const postWords = sql.join(
  posts.map(({ label }) => sql.lit(label)),
  sql`, `,
);

/** Whom it waits for: who has taken it, or those of the post it has come to. */
export const waitingFor: RawBuilder<string> = sql<string>`(case
  when a.status = 'HANDLING' then a.owner_name
  when a.status = 'OPEN' then coalesce((select /* wall: receivers of the alert's own unit */ string_agg(distinct c.name, '、') from alert_receiver r
      join employee e on e.id = r.employee_id join account c on c.id = e.account_id
      where ${hears} and r.post = ${postOf}[a.stage + 1]), (array[${postWords}])[a.stage + 1] || '（未设置）')
  when a.note_due then '补记原因' else '' end)`;
