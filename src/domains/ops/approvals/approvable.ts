/**
 * Every list of documents that wait for a second person, found by its flow: what the session may decide of them, what of
 * its own waits for others. A page with such a flow is in the inbox without being named.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Flow } from '../../../kit/define/flow.ts';
import type { AnyPage } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { inArea, may } from '../../../kit/server/page/grants.ts';
import { listQueryOf } from '../../../kit/server/page/list-query.ts';
import type { Registered } from '../../../kit/server/page/registry.ts';
import { expression } from '../../../kit/server/query/expression.ts';
import { presentRow } from '../../../kit/server/query/list.ts';
import { base, type ListQuery, only, ordered, rowKeys, selections } from '../../../kit/server/query/list-statement.ts';

export interface Approvable {
  entry: Registered;
  list: ListQuery;
  /** States in which another than the maker decides. */
  states: readonly string[];
  /** The session may be that other. */
  decides: boolean;
}

/** The flows of the buttons on a page's rows. */
const flowsOf = (page: AnyPage): Flow[] => [
  ...new Set((page.list?.row ?? []).flatMap((one) => (typeof one !== 'string' && one.move ? [one.move.flow] : []))),
];

/**
 * Moves of the flow that another than the maker makes, each with the states he makes it in. What is done and could be taken back
 * waits for nobody: a state counts where another brings the document on.
 */
const byOthers = (flow: Flow) =>
  Object.entries(flow.moves)
    .filter(([, { tone }]) => tone !== 'danger')
    .map(([event, { from }]) => ({ event, states: from.filter((state) => flow.hand(event, state) === 'other') }))
    .filter(({ states }) => states.length > 0);

/** Those of the session's pages. */
export function approvables({ session, services }: Ctx): Approvable[] {
  return services.registry.all.flatMap((entry) => {
    const { page, path } = entry;
    const list = listQueryOf(entry);
    if (!list?.source.maker || !list.source.columns.status || !inArea(session, path)) return [];
    if (page.of?.by || !may(session, page, path, 'query')) return [];
    const moves = flowsOf(page).flatMap(byOthers);
    if (moves.length === 0) return [];
    const decides = moves.some(({ event }) => may(session, page, path, event));
    return [{ entry, list, states: [...new Set(moves.flatMap(({ states }) => states))], decides }];
  });
}

/** Made by whoever looks, or by another. */
const madeBy = ({ session }: Ctx, { list }: Approvable, mine: boolean): RawBuilder<boolean> => {
  const maker = expression(list.source.maker!);
  return mine ? sql`${maker} = ${session.accountId}` : sql`${maker} is distinct from ${session.accountId}::bigint`;
};

const waits = ({ list, states }: Approvable): RawBuilder<boolean> =>
  sql`${expression(list.source.columns.status!)} in (${sql.join(states)})`;

/** How many documents of others wait for the session; one that stands in two lists is one. */
export async function waitingForMe(ctx: Ctx): Promise<number> {
  const found = await Promise.all(
    approvables(ctx)
      .filter(({ decides }) => decides)
      .map(async (one) => {
        const said = await only(one.list, ctx, {}, [waits(one), madeBy(ctx, one, false)]);
        const rows = await base(one.list, ctx, {}, said).select(expression(one.list.source.id).as('id')).execute();
        return rows.map(({ id }) => Number(id));
      }),
  );
  return new Set(found.flat()).size;
}

/** Rows of the list that wait, made by whoever looks or by others, newest first. */
export async function waitingRows(ctx: Ctx, one: Approvable, mine: boolean, most: number) {
  const said = await only(one.list, ctx, {}, [waits(one), madeBy(ctx, one, mine)]);
  const selected = base(one.list, ctx, {}, said).select(selections(one.list, rowKeys(one.list)));
  const rows = await ordered(one.list, selected, null).limit(most).execute();
  return rows.map((row) => presentRow(one.list, ctx, row));
}
