/**
 * Moves documents along their flow: locks them, checks state and hand, writes state, version and who checked, logs it, and
 * lets the domain do what follows, all in the command's transaction.
 */
import type { Kysely } from 'kysely';
import type { Flow } from '../../define/flow.ts';
import type { Change } from '../audit/entry.ts';
import { isoAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import type { Tables } from '../query/tables.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { ActionInput, Done } from './binding.ts';
import { saidLast } from './history.ts';

/** What every document's table has. Those with a second pair of eyes also have `CheckedDoc`'s columns. */
export interface Doc {
  id: number;
  status: string;
}
/** Who made a document and who decided on it: the same columns wherever there are such people. */
export interface CheckedDoc extends Doc {
  version: number;
  maker_id: number | null;
  maker_name: string;
  checker_id: number | null;
  checker_name: string;
  checked_at: string | null;
  check_note: string;
}
/** A document whose checker is forgotten, because it is written anew. */
export const unchecked = { checker_id: null, checker_name: '', checked_at: null, check_note: '' } as const;
/** The hands on a document just made: whose it is, and nobody else's yet. */
export const madeBy = ({ accountId, name }: Ctx['session']) => ({
  maker_id: accountId,
  maker_name: name,
  ...unchecked,
});

type DocTable = { [T in keyof Tables]: Tables[T] extends Doc ? T : never }[keyof Tables];
type Values = ActionInput['values'];
type Answer = Promise<Done | Refusal> | Promise<void>;

export interface Mover<T extends DocTable, E extends string> {
  table: T;
  /** What a document is called in the log and in refusals: its number, or its name with it, out of it or of its list's row. */
  name: (doc: Tables[T], row: Readonly<Record<string, unknown>>) => string;
  /** Has the table `updated_at`? */
  stamped?: true;
  /** Taken before the documents are: locks that others take first as well. */
  before?: (ctx: Ctx) => Promise<unknown>;
  /** What else may forbid it, looked at under the lock. */
  check?: {
    [K in E]?: (ctx: Ctx, doc: Tables[T], values: Values) => Promise<Refusal | undefined> | Refusal | undefined;
  };
  /** Columns written besides state, version and checker. */
  write?: { [K in E]?: (ctx: Ctx, values: Values) => { [C in keyof Tables[T]]?: unknown } };
  /** Further lines for the log. */
  told?: (doc: Tables[T], event: E) => readonly Change[];
  /** What follows in the same transaction, with the document as it was before; its answer is shown, a refusal takes all back. */
  after?: { [K in E]?: (ctx: Ctx, doc: Tables[T], values: Values) => Answer };
  /** What follows once for the whole selection. */
  afterAll?: (ctx: Ctx, docs: readonly Tables[T][], event: E) => Promise<unknown>;
}

/** One word for the log: the note of a decision, or the reason. */
const saidIn = (values: Values) => String(values.note ?? values.reason ?? '').trim();

const isMine = ({ session }: Pick<Ctx, 'session'>, doc: { status: string; maker_id?: number | null }) =>
  (doc.maker_id ?? null) === session.accountId;

/** NOT_NOW, naming the document, when its state or the asking hand does not allow the move; no maker is its witness. */
export function refuseMove<E extends string>(
  ctx: Pick<Ctx, 'session' | 'witness'>,
  flow: Flow<string, E>,
  event: E,
  doc: { status: string; maker_id?: number | null },
  name: string,
): Refusal | undefined {
  if (ctx.witness && doc.maker_id === ctx.witness.accountId) return refuse('WITNESS_MAKER', { name });
  const why = flow.whyNot(event, { status: doc.status, mine: isMine(ctx, doc) });
  return why === undefined ? undefined : refuse('NOT_NOW', { why: `${name} ${why}` });
}

/** A state that does not allow the move was brought about by somebody: it says by whom. */
async function withMover(ctx: Ctx, id: number, no: Refusal): Promise<Refusal> {
  return refuse(no.code, { ...no.params, why: `${no.params.why}${await saidLast(ctx, id)}` });
}

/** The line of the log about a move. */
export function moveEntry<E extends string>(
  flow: Flow<string, E>,
  event: E,
  doc: { id: number; status: string },
  name: string,
  said = '',
) {
  const { label, to } = flow.moves[event];
  const after = `${flow.labelOf(to)}${said ? `：${said}` : ''}`;
  return {
    action: label,
    targetId: doc.id,
    targetName: name,
    changes: [{ key: 'status', label: '状态', before: flow.labelOf(doc.status), after }] as Change[],
  };
}

/** What a move writes of itself; who turns down what they made themselves is no checker of it. */
function written(flow: Flow, event: string, ctx: Ctx, values: Values, mine: boolean): Record<string, unknown> {
  const { to, by, decides = by === 'other' } = flow.moves[event]!;
  const { accountId, name } = ctx.session;
  const at = isoAt(ctx.clock.now());
  if (!decides) return { status: to };
  const checker = mine ? {} : { checker_id: accountId, checker_name: name };
  return { status: to, ...checker, checked_at: at, check_note: saidIn(values) };
}

/**
 * Makes the function that moves documents of a table: all of the selection or, refused, none. NOT_FOUND outside the scope,
 * NOT_NOW where state or hand forbid it.
 */
export function mover<T extends DocTable, S extends string, E extends string>(flow: Flow<S, E>, spec: Mover<T, E>) {
  const graph = flow as unknown as Flow<string, E>;
  return async (
    ctx: Ctx,
    event: E,
    ids: readonly number[],
    values: Values = {},
    rows: ActionInput['rows'] = [],
  ): Promise<Done | Refusal> => {
    const nameOf = (doc: Doc & Tables[T]) => spec.name(doc, rows.find(({ id }) => id === doc.id) ?? {});
    // The table is known to the caller's types alone; below it is any table of documents.
    const db = ctx.db as unknown as Kysely<{ doc: Doc & Record<string, unknown> }>;
    const table = spec.table as 'doc';
    await spec.before?.(ctx);
    const docs = (await db
      .selectFrom(table)
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()) as unknown as (Doc & Tables[T])[];
    if (docs.length < ids.length) return refuse('NOT_FOUND');
    for (const doc of docs) {
      const wrong = refuseMove(ctx, graph, event, doc, nameOf(doc));
      if (wrong) return graph.may(event, doc.status) ? wrong : await withMover(ctx, doc.id, wrong);
      const no = await spec.check?.[event]?.(ctx, doc, values);
      if (no) return no;
    }
    const madeBy = (mine: boolean) => docs.filter((doc) => isMine(ctx, doc) === mine).map(({ id }) => id);
    for (const mine of [true, false]) {
      const own = madeBy(mine);
      if (own.length === 0) continue;
      await db
        .updateTable(table)
        .set((eb) => ({
          ...written(graph, event, ctx, values, mine),
          ...spec.write?.[event]?.(ctx, values),
          ...(spec.stamped ? { updated_at: isoAt(ctx.clock.now()) } : {}),
          ...('version' in docs[0]! ? { version: eb('version', '+', 1) } : {}),
        }))
        .where('id', 'in', own)
        .execute();
    }
    let shown: Done = null;
    for (const doc of docs) {
      const entry = moveEntry(graph, event, doc, nameOf(doc), saidIn(values));
      await ctx.audit({ ...entry, changes: [...entry.changes, ...(spec.told?.(doc, event) ?? [])] });
      const answer = await spec.after?.[event]?.(ctx, doc, values);
      if (isRefusal(answer)) return answer;
      shown = answer ?? shown;
    }
    await spec.afterAll?.(ctx, docs, event);
    return shown;
  };
}

/** The actions of a page for every move that is not the house's. */
export function moves<T extends DocTable, S extends string, E extends string>(flow: Flow<S, E>, spec: Mover<T, E>) {
  const move = mover(flow, spec);
  const events = (Object.keys(flow.moves) as E[]).filter((event) => flow.moves[event].by !== 'house');
  return Object.fromEntries(
    events.map((event) => [
      event,
      (ctx: Ctx, { ids, values, rows }: ActionInput) => move(ctx, event, ids, values, rows),
    ]),
  ) as Record<E, (ctx: Ctx, input: ActionInput) => Promise<Done | Refusal>>;
}
