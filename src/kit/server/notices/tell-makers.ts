/** Whoever made a document is told when another decides on it, in the unit and at the page where it was made. */
import { sql } from 'kysely';
import type { Flow } from '../../define/flow.ts';
import { type Action, areaOf } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import type { ActionInput, RowValues } from '../page/binding.ts';
import { listQueryOf } from '../page/list-query.ts';
import type { Registered } from '../page/registry.ts';
import { expression } from '../query/expression.ts';
import { base, only } from '../query/list-statement.ts';
import { type Told, tellAccounts } from './own-notices.ts';

/** Is it a decision of another on what somebody made? */
function decides({ move }: Action, row: RowValues): boolean {
  if (!move) return false;
  const { flow, event } = move;
  const { decides: decided, tells } = flow.moves[event] ?? {};
  return flow.hand(event, row.status) === 'other' || decided === true || tells === true;
}

/** What a document is called: its name, or the first text of its list. */
function nameOf({ page }: Registered, row: RowValues): string {
  const keys = ['name', ...(page.list?.columns ?? [])];
  const key = keys.find((one) => typeof row[one] === 'string' && page.fields[one]?.kind === 'text');
  return key ? String(row[key]) : `#${row.id}`;
}

const hasFlow = ({ page }: Registered, flow: Flow | undefined): boolean =>
  (page.list?.row ?? []).some((one) => typeof one !== 'string' && one.move !== undefined && one.move.flow === flow);

/** May the document be of this unit, by what its row says? */
const fits = (row: RowValues, { unitType, unitId }: { unitType: string; unitId: number }): boolean => {
  const said = { ORGANIZATION: row.organizationId, CONTRACTOR: row.contractorId, AGENT: row.agentId }[unitType];
  return (row.unitType ?? unitType) === unitType && (typeof said === 'number' ? said : unitId) === unitId;
};

type Place = Pick<Told, 'unitType' | 'unitId' | 'path'> & { title: string };

/** Where the maker reads of the document: beside whoever decides, else at the page of its own area that has the same flow. */
async function placesOf(entry: Registered, ctx: Ctx, action: Action, maker: number, row: RowValues): Promise<Place[]> {
  const { unitType, unitId } = ctx.session;
  const units = (await ctx.services.memberships?.(ctx.db, maker)) ?? [];
  if (units.length === 0 || units.some((one) => one.unitType === unitType && one.unitId === unitId))
    return [{ unitType, unitId, path: entry.path, title: entry.title }];
  return units.flatMap((one) => {
    const area = one.unitType.toLowerCase();
    const page = ctx.services.registry.all.find(
      (other) => areaOf(other.path) === area && !other.page.of?.by && hasFlow(other, action.move?.flow),
    );
    return page && fits(row, one) ? [{ ...one, path: page.path, title: page.title }] : [];
  });
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
  const told: Told[] = [];
  for (const row of decided) {
    const accountId = makers.get(row.id);
    if (!accountId) continue;
    const name = nameOf(entry, row);
    const content = `${ctx.session.name}：${action.label}${said ? `，${said}` : ''}`;
    for (const { path, title, ...unit } of await placesOf(entry, ctx, action, accountId, row))
      told.push({ accountId, ...unit, title: `${title} ${name}`, content, path: `${path}/record?id=${row.id}` });
  }
  await tellAccounts(ctx, told);
}
