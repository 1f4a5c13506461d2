/** The buttons of a page on the server: what they run on, what they would do, and doing it. */
import type { Fields } from '../../define/field.ts';
import type { FlowMove } from '../../define/flow.ts';
import { formKeys } from '../../define/form.ts';
import { type Action, createVerb } from '../../define/page.ts';
import { labelIn } from '../../define/states.ts';
import type { Ctx } from '../context.ts';
import { tellMakers } from '../notices/tell-makers.ts';
import { rowsById } from '../query/list.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { ActionInput, RowValues } from './binding.ts';
import { saidLast } from './history.ts';
import { listQueryOf } from './list-query.ts';
import { readId } from './read-id.ts';
import { checkRefs } from './refs.ts';
import type { Registered, Registry } from './registry.ts';
import { checkSignatures } from './signatures.ts';
import { readValues } from './values.ts';
import { whileThere } from './while-there.ts';

type Body = Record<string, unknown>;

/** The action's definition in the page, wherever its button stands. */
function actionSpec(entry: Registered, key: string): Action | undefined {
  const all = [...(entry.page.list?.row ?? []), ...(entry.page.list?.tools ?? [])];
  return all.find((a): a is Action => typeof a !== 'string' && a.key === key);
}

/** Rows and values of a call of a button, checked: the rows lie in the scope, their states allow it, the values fit. */
async function readAction(
  registry: Registry,
  entry: Registered,
  ctx: Ctx,
  verb: string,
  body: Body,
  unfinished = false,
): Promise<ActionInput | Refusal> {
  const spec = actionSpec(entry, verb);
  const sent = Array.isArray(body.ids) ? body.ids : body.id === undefined ? [] : [body.id];
  if (sent.length > 1000) return refuse('TOO_LARGE', { limit: '一次 1000 条' });
  const ids = sent.map(readId);
  if (ids.some((id) => id === undefined)) return refuse('MALFORMED', { detail: 'id 不正确' });
  const fromRow = (entry.page.list?.row as readonly unknown[] | undefined)?.includes(spec);
  if (fromRow && ids.length === 0) return refuse('MALFORMED', { detail: '缺少 id' });
  const query = listQueryOf(entry);
  const unique = [...new Set(ids as number[])];
  const rows = unique.length > 0 && query ? await rowsById(query, ctx, unique) : [];
  if (rows.length < unique.length) return refuse('NOT_FOUND');
  for (const row of rows)
    if (spec?.when && !spec.when(row as never)) {
      const state = stateOf(entry.page.fields, row);
      const gone = state === '' ? `这一条现在不能${spec.label}，请刷新后再看` : undefined;
      const why = spec.whyNot?.(row as never) || moveFault(spec.move, row) || gone;
      // A button that stood there when the list was read: somebody has moved the document since.
      const moved = spec.move ? !spec.move.flow.may(spec.move.event, row.status) : why === undefined;
      const who = moved ? await saidLast(ctx, Number(row.id)) : '';
      return why ? refuse('NOT_NOW', { why: `${why}${who}` }) : refuse('BAD_STATE', { state, action: spec.label, who });
    }
  const asked = Object.keys(spec?.form ?? {});
  // Who is still filling the dialog in is told what is known so far.
  const sentKeys = unfinished ? asked.filter((key) => body[key] !== null && body[key] !== undefined) : asked;
  const values = spec?.form ? readValues(spec.form, sentKeys, body) : {};
  if (isRefusal(values)) return values;
  const wrong =
    spec?.form &&
    ((await checkRefs(registry, spec.form, ctx, values)) ?? (await checkSignatures(spec.form, ctx, values)));
  if (wrong) return wrong;
  const unsaid = unfinished ? Object.fromEntries(asked.map((key) => [key, null])) : {};
  return { ids: unique, rows, values: { ...unsaid, ...values } };
}

/** Runs a button. */
export async function runAction(
  registry: Registry,
  entry: Registered,
  ctx: Ctx,
  verb: string,
  body: Body,
): Promise<unknown> {
  const input = await readAction(registry, entry, ctx, verb, body);
  if (isRefusal(input)) return input;
  const answer = (await whileThere(entry, ctx, input.ids, () => entry.binding.actions![verb]!(ctx, input))) ?? null;
  const spec = actionSpec(entry, verb);
  if (spec && !isRefusal(answer)) await tellMakers(entry, ctx, spec, input);
  return answer;
}

/** The values of a form that is about to be handed in, checked as `create` checks them. */
async function readNew(registry: Registry, entry: Registered, ctx: Ctx, body: Body): Promise<ActionInput | Refusal> {
  const { page } = entry;
  const values = readValues(page.fields, formKeys(page), body);
  if (isRefusal(values)) return values;
  const wrong = await checkRefs(registry, page.fields, ctx, values);
  return wrong ?? { ids: [], rows: [], values };
}

/**
 * What a button or the form (`create`) would do, told before it does it: `{action, id | ids, …values}` in, `Outcome` out.
 * Writes nothing.
 */
export async function outcome(registry: Registry, entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const key = String(body.action);
  const tell = entry.binding.outcomes;
  if (!tell || !Object.hasOwn(tell, key)) return undefined;
  const input =
    key === createVerb
      ? await readNew(registry, entry, ctx, body)
      : await readAction(registry, entry, ctx, key, body, !entry.binding.rehearses?.includes(key));
  return isRefusal(input) ? input : whileThere(entry, ctx, input.ids, () => tell[key]!(ctx, input));
}

/** Why the flow of a button does not let the row move; undefined without one. */
const moveFault = (move: FlowMove | undefined, row: RowValues) =>
  move?.flow.whyNot(move.event, { status: row.status, mine: row.mine === true });

const stateOf = (fields: Fields, row: RowValues): string => labelIn(fields.status?.choices ?? [], row.status);
