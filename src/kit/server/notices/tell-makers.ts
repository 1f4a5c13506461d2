/** Whoever made a document is told when another decides on it. */
import { sql } from 'kysely';
import type { Action } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import type { ActionInput, RowValues } from '../page/binding.ts';
import { listQueryOf } from '../page/list-query.ts';
import type { Registered } from '../page/registry.ts';
import { expression } from '../query/expression.ts';
import { base, only } from '../query/list-statement.ts';
import { tellAccounts } from './own-notices.ts';

/** Is it a decision of another on what somebody made? */
function decides({ move }: Action, row: RowValues): boolean {
  if (!move) return false;
  const { flow, event } = move;
  return flow.hand(event, row.status) === 'other' || flow.moves[event]?.decides === true;
}

/** What a document is called: its name, or the first text of its list. */
function nameOf({ page }: Registered, row: RowValues): string {
  const keys = ['name', ...(page.list?.columns ?? [])];
  const key = keys.find((one) => typeof row[one] === 'string' && page.fields[one]?.kind === 'text');
  return key ? String(row[key]) : `#${row.id}`;
}

/** After a button was run on these rows, as they were before. */
export async function tellMakers(
  entry: Registered,
  ctx: Ctx,
  action: Action,
  { rows, values }: ActionInput,
): Promise<void> {
  const decided = rows.filter((row) => row.mine === false && decides(action, row));
  const list = listQueryOf(entry);
  if (!list?.source.maker || decided.length === 0) return;
  const id = expression(list.source.id);
  const ids = decided.map((row) => row.id);
  const made = (await base(list, ctx, {}, await only(list, ctx, {}, [sql`${id} in (${sql.join(ids)})`]))
    .select([id.as('id'), expression(list.source.maker).as('maker')])
    .execute()) as { id: number; maker: number | null }[];
  const makers = new Map(made.map((one) => [one.id, one.maker]));
  const said = String(values.note ?? values.reason ?? '').trim();
  await tellAccounts(
    ctx,
    decided.flatMap((row) => {
      const accountId = makers.get(row.id);
      if (!accountId) return [];
      const content = `${ctx.session.name}：${action.label}${said ? `，${said}` : ''}`;
      return [
        {
          accountId,
          title: `${entry.title} ${nameOf(entry, row)}`,
          content,
          path: `${entry.path}/record?id=${row.id}`,
        },
      ];
    }),
  );
}
