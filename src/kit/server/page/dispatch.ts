/** One door for every call of every page: rights, input, rows in scope, command, answer. */
import { type Fields, nameKey } from '../../define/field.ts';
import { askedKeys, formKeys } from '../../define/form.ts';
import { type AnyPage, verbsOf } from '../../define/page.ts';
import { withoutHidden } from '../../define/page-at.ts';
import { witnessOf } from '../../define/witness.ts';
import { maskValue } from '../audit/mask.ts';
import type { Ctx } from '../context.ts';
import { masked, rowsById, runList } from '../query/list.ts';
import { sumRows } from '../query/list-totals.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { fromDay } from '../versions/from-day.ts';
import { plansOf } from '../versions/record.ts';
import { outcome, runAction } from './action.ts';
import { foreignLines, withoutOwner } from './belonging.ts';
import type { QueryAnswer, RowValues } from './binding.ts';
import { runCommand } from './command.ts';
import { exchange } from './exchange.ts';
import { forScope, inArea, may, mayChoose, seenEntry, verbForScope } from './grants.ts';
import { history, refuseStale } from './history.ts';
import { listQueryOf } from './list-query.ts';
import { readOptions, runOptions } from './options.ts';
import { readsOnly } from './page-guard.ts';
import { readProven } from './prove.ts';
import { readQuery, readSearch } from './query-input.ts';
import { beside } from './read-beside.ts';
import { readId } from './read-id.ts';
import { checkRefs, withLineNames } from './refs.ts';
import type { Registered, Registry } from './registry.ts';
import { checkSignatures } from './signatures.ts';
import { readValues } from './values.ts';
import { whileThere } from './while-there.ts';
import { withWitness } from './witness.ts';

type Body = Record<string, unknown>;

async function oneRow(entry: Registered, ctx: Ctx, id: number): Promise<RowValues | Refusal> {
  const query = listQueryOf(entry);
  if (!query) return refuse('NOT_FOUND');
  const [row] = await rowsById(query, ctx, [id]);
  return row ?? refuse('NOT_FOUND');
}

async function getRow(registry: Registry, entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const { fields } = entry.page;
  if (entry.page.kind === 'settings' && entry.binding.get) {
    const settings = await entry.binding.get(ctx, 0);
    return isRefusal(settings) ? settings : withLineNames(registry, fields, ctx, settings);
  }
  const id = readId(body.id);
  if (!id) return refuse('MALFORMED', { detail: '缺少 id' });
  const query = listQueryOf(entry);
  const row = query ? await oneRow(entry, ctx, id) : { id };
  if (isRefusal(row)) return row;
  const more = entry.binding.get ? await whileThere(entry, ctx, [id], () => entry.binding.get!(ctx, id)) : {};
  if (isRefusal(more)) return more;
  const whole = await withLineNames(registry, fields, ctx, { ...row, ...more });
  // What is derived of it is there already.
  const shown = masked(entry.page, whole);
  return entry.page.versions ? { ...shown, plans: await plansOf(ctx, id) } : shown;
}

async function create(registry: Registry, entry: Registered, asking: Ctx, body: Body): Promise<unknown> {
  const ctx = fromDay(entry.page, asking, body);
  if (isRefusal(ctx)) return ctx;
  const values = readValues(entry.page.fields, formKeys(entry.page), body);
  if (isRefusal(values)) return values;
  const wrong =
    (await checkRefs(registry, entry.page.fields, ctx, values)) ??
    (await checkSignatures(entry.page.fields, ctx, values));
  if (wrong) return wrong;
  return entry.binding.create!(ctx, values as never);
}

/** The records a refused call is about: what the command names (0 where it set up the page itself), or what was sent. */
function staleIds(entry: Registered, { id, ids }: Body, { params }: Refusal): number[] | undefined {
  const { of } = params;
  if (of === 0 || (of === undefined && entry.page.kind === 'settings')) return [];
  const sent = (typeof of === 'number' ? [of] : Array.isArray(ids) ? ids : [id]).map(readId);
  return sent.length > 0 && sent.every((one) => one !== undefined) ? sent : undefined;
}

/** What `create` would do; the lines are looked at once they are sent. */
async function preview(registry: Registry, entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const { lines } = entry.page.form!.steps!;
  const keys = [...askedKeys(entry.page), ...(lines && body[lines] !== undefined ? [lines] : [])];
  const values = readValues(entry.page.fields, keys, body);
  if (isRefusal(values)) return values;
  const wrong = await checkRefs(registry, entry.page.fields, ctx, values);
  return wrong ?? entry.binding.preview!(ctx, values as never);
}

async function update(registry: Registry, entry: Registered, asking: Ctx, body: Body): Promise<unknown> {
  const ctx = fromDay(entry.page, asking, body);
  if (isRefusal(ctx)) return ctx;
  const fields = entry.page.fields;
  const settings = entry.page.kind === 'settings';
  const id = settings ? 0 : readId(body.id);
  if (id === undefined) return refuse('MALFORMED', { detail: '缺少 id' });
  const before = settings
    ? ({ id: 0, ...((await entry.binding.get?.(ctx, 0)) as Body | undefined) } as RowValues)
    : await oneRow(entry, ctx, id);
  if (isRefusal(before)) return before;
  const keys = formKeys(entry.page).filter((k) => settings || !fields[k]?.createOnly);
  const values = readValues(fields, keys, body, before);
  if (isRefusal(values)) return values;
  if (typeof body.version === 'number' && 'version' in before && before.version !== body.version)
    return refuseStale(entry, ctx, settings ? [] : [id]);
  const wrong =
    (await checkRefs(registry, fields, ctx, values, before)) ?? (await checkSignatures(fields, ctx, values, before));
  if (wrong) return wrong;
  const change = () => entry.binding.update!(ctx, id, values as never, before);
  const answer = await (settings ? change() : whileThere(entry, ctx, [id], change));
  return isRefusal(answer) ? answer : { id, ...answer };
}

/** What last month would have been under a rule with these values. */
async function foresee(registry: Registry, entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const id = body.id === undefined ? undefined : readId(body.id);
  const before = id === undefined ? null : await oneRow(entry, ctx, id);
  if (isRefusal(before)) return before;
  const { fields } = entry.page;
  const values = readValues(fields, formKeys(entry.page), body, before ?? undefined);
  if (isRefusal(values)) return values;
  const wrong = await checkRefs(registry, fields, ctx, values, before ?? {});
  return wrong ?? entry.binding.foresee!(ctx, values as never, before);
}

async function remove(entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const id = readId(body.id);
  if (!id) return refuse('MALFORMED', { detail: '缺少 id' });
  const before = await oneRow(entry, ctx, id);
  if (isRefusal(before)) return before;
  return (await whileThere(entry, ctx, [id], () => entry.binding.remove!(ctx, id, before))) ?? null;
}

/** What a record is called in the log: its own name, or that of the record it is about. */
function recordName(fields: Fields, row: Body): string | undefined {
  const about = Object.keys(fields).find((key) => fields[key]!.kind === 'ref' && row[nameKey(key)]);
  const name = (fields.name ? maskValue(fields.name, row.name) : row.name) ?? (about && row[nameKey(about)]);
  return name === undefined || name === null ? undefined : String(name);
}

async function reveal(entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const { fields } = entry.page;
  const id = readId(body.id);
  const field = typeof body.field === 'string' && Object.hasOwn(fields, body.field) ? fields[body.field] : undefined;
  if (!id || !field?.mask) return refuse('MALFORMED', { detail: '该字段没有脱敏' });
  const reason = typeof body.reason === 'string' ? body.reason.trim() : '';
  if (reason.length < 2 || reason.length > 100 || reason.includes('\u0000'))
    return refuse('INVALID_FIELDS', { detail: '请填写查看原因（2–100 字）' }, { reason: '2–100 字' });
  const row = await oneRow(entry, ctx, id);
  if (isRefusal(row)) return row;
  await ctx.audit({
    action: `查看完整${field.label}`,
    targetId: id,
    targetName: recordName(fields, row) ?? String(id),
    changes: [{ key: 'reason', label: '查看原因', before: null, after: reason }],
  });
  const value = row[body.field as string];
  return { value, masked: maskValue(field, value) };
}

/** An answer of rows, sums or one record without what the account may not see. */
function unseen(whole: AnyPage, page: AnyPage, verb: string, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || isRefusal(answer)) return answer;
  const row = (one: Body) => withoutHidden(whole, page, one);
  if (verb !== 'query') return verb === 'get' || verb === 'sums' ? row(answer as Body) : answer;
  const { rows, sums, ...rest } = answer as QueryAnswer;
  return { ...rest, rows: rows.map(row), sums: sums && row(sums) };
}

/** Answers a verb, undefined when the page has no such verb. */
export async function dispatch(
  registry: Registry,
  whole: Registered,
  verb: string,
  asking: Ctx,
  sent: Body,
): Promise<unknown> {
  const entry = seenEntry(asking.session, whole);
  const answer = await answerTo(registry, entry, verb, asking, sent);
  return entry === whole ? answer : unseen(whole.page, entry.page, verb, answer);
}

async function answerTo(
  registry: Registry,
  entry: Registered,
  verb: string,
  asking: Ctx,
  sent: Body,
): Promise<unknown> {
  let ctx = asking;
  let body = sent;
  const { page, binding } = entry;
  const query = listQueryOf(entry);
  if (verb === 'options') {
    if (!binding.options) return undefined;
    if (!mayChoose(registry, ctx.session, entry)) return refuse('NOT_PERMITTED', { what: entry.title });
    return runOptions(entry, ctx, readOptions(body, binding.optionsWithin));
  }
  // Looking at what a button would do takes the right to press it.
  const wanted = verb === 'outcome' && binding.outcomes ? String(body.action) : verb;
  // A button of other places (`only`) is none here, whatever the account's rights: its second person is asked only where it stands.
  if (Object.hasOwn(binding.actions ?? {}, wanted) && !Object.hasOwn(verbsOf(page), wanted))
    return refuse('NOT_PERMITTED', { what: entry.title });
  if (!may(ctx.session, page, entry.path, wanted))
    return inArea(ctx.session, entry.path) && !verbForScope(ctx.session, page, wanted)
      ? refuse('NOT_FOR_SCOPE', { page: forScope(ctx.session, page) ? verbsOf(page)[wanted]! : entry.title })
      : refuse('NOT_PERMITTED', { what: entry.title });
  const shut = await ctx.services.pageGuard?.refuse(ctx, entry, verb, readsOnly(entry, verb));
  if (shut) return shut;
  const foreign = page.of?.by ? await foreignLines(registry, entry, ctx, body) : undefined;
  if (foreign) return foreign;
  if (verb === 'outcome' && binding.outcomes) return outcome(registry, entry, ctx, body);
  const second = witnessOf(page, verb);
  if (second && !(second.whenAsked && body.witness === undefined)) {
    const vouched = await withWitness(entry, second, ctx, verb, body);
    if (isRefusal(vouched)) return vouched;
    ({ ctx, body } = vouched);
  }
  const outside = (binding.outsideTransaction?.includes(verb) || binding.reads?.includes(verb)) ?? false;
  const write = async (work: (c: Ctx) => Promise<unknown>) => {
    const answer = await (outside ? work(ctx) : runCommand(ctx, work));
    if (!isRefusal(answer) || answer.code !== 'STALE' || answer.params.who !== undefined) return answer;
    const ids = staleIds(entry, body, answer);
    return ids ? refuseStale(entry, ctx, ids) : answer;
  };
  switch (verb) {
    case 'query': {
      if (!query && !binding.query) return undefined;
      const input = readQuery(page, body, !binding.query);
      if (isRefusal(input)) return input;
      const ownerless = await withoutOwner(registry, entry, ctx, input.search);
      if (ownerless) return ownerless;
      const read = (c: Ctx) => (binding.query ? binding.query(c, input) : runList(query!, c, input));
      return beside(ctx, page, input.search, (c) => readProven(registry, entry, c, input.search, read));
    }
    case 'sums': {
      if (!query) return undefined;
      const search = readSearch(page, body.search as Body | null | undefined);
      if (isRefusal(search)) return search;
      const ownerless = await withoutOwner(registry, entry, ctx, search);
      return ownerless ?? beside(ctx, page, search as Body, (c) => sumRows(query, c, search as Body));
    }
    case 'notice': {
      if (!binding.notice || !page.list?.notice) return undefined;
      const search = readSearch(page, body.search as Body | null | undefined);
      return isRefusal(search) ? search : binding.notice(ctx, search);
    }
    case 'get':
      return query || binding.get ? getRow(registry, entry, ctx, body) : undefined;
    case 'preview':
      if (binding.preview && page.form?.steps) return preview(registry, entry, ctx, body);
      break;
    case 'foresee':
      if (binding.foresee && page.versions?.foresees) return foresee(registry, entry, ctx, body);
      break;
    case 'create':
      return binding.create && page.form ? write((c) => create(registry, entry, c, body)) : undefined;
    case 'update':
      return binding.update && page.form && !page.form.createOnly
        ? write((c) => update(registry, entry, c, body))
        : undefined;
    case 'remove':
      // Bindings of plain tables can do it for any page; it is there where the page offers it, and roles are asked.
      return binding.remove && Object.hasOwn(verbsOf(page), 'remove')
        ? write((c) => remove(entry, c, body))
        : undefined;
    case 'history':
      return query ? history(entry, ctx, readId(body.id)) : undefined;
    case 'reveal':
      return query ? write((c) => reveal(entry, c, body)) : undefined;
  }
  // Own keys only: `constructor` and its like are on every object and no verbs.
  if (binding.actions && Object.hasOwn(binding.actions, verb))
    return write((c) => runAction(registry, entry, c, verb, body));
  if (binding.verbs && Object.hasOwn(binding.verbs, verb)) return write((c) => binding.verbs![verb]!(c, body));
  return exchange(registry, entry, verb, ctx, body);
}
