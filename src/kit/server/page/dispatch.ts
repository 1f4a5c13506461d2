/** One door for every call of every page: rights, input, rows in scope, command, answer. */
import type { Fields } from '../../define/field.ts';
import { labelIn } from '../../define/states.ts';
import { maskValue } from '../audit/mask.ts';
import type { Ctx } from '../context.ts';
import { presentRow, rowsById, runList } from '../query/list.ts';
import type { ListQuery } from '../query/list-statement.ts';
import { sumRows } from '../query/list-totals.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { RowValues } from './binding.ts';
import { runCommand } from './command.ts';
import { exchange } from './exchange.ts';
import { may } from './grants.ts';
import { history } from './history.ts';
import { readOptions, runOptions } from './options.ts';
import { readQuery, readSearch } from './query-input.ts';
import { readId } from './read-id.ts';
import { checkRefs } from './refs.ts';
import type { Registered, Registry } from './registry.ts';
import { readValues } from './values.ts';

type Body = Record<string, unknown>;

const formKeys = ({ page }: Registered): string[] => page.form?.sections.flatMap((s) => s.fields) ?? [];
export const listQueryOf = ({ page, binding }: Registered): ListQuery | undefined =>
  binding.list && { page, source: binding.list };

async function oneRow(entry: Registered, ctx: Ctx, id: number): Promise<RowValues | Refusal> {
  const query = listQueryOf(entry);
  if (!query) return refuse('NOT_FOUND');
  const [row] = await rowsById(query, ctx, [id]);
  return row ?? refuse('NOT_FOUND');
}

async function getRow(entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  if (entry.page.kind === 'settings' && entry.binding.get) return entry.binding.get(ctx, 0);
  const id = readId(body.id);
  if (!id) return refuse('MALFORMED', { detail: '缺少 id' });
  const row = await oneRow(entry, ctx, id);
  if (isRefusal(row)) return row;
  const more = entry.binding.get ? await entry.binding.get(ctx, id) : {};
  if (isRefusal(more)) return more;
  return presentRow(listQueryOf(entry)!, ctx, { ...row, ...more });
}

async function create(registry: Registry, entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const values = readValues(entry.page.fields, formKeys(entry), body, false);
  if (isRefusal(values)) return values;
  const wrong = await checkRefs(registry, entry.page.fields, ctx, values);
  if (wrong) return wrong;
  return entry.binding.create!(ctx, values as never);
}

async function update(registry: Registry, entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const fields = entry.page.fields;
  const settings = entry.page.kind === 'settings';
  const id = settings ? 0 : readId(body.id);
  if (id === undefined) return refuse('MALFORMED', { detail: '缺少 id' });
  const before = settings
    ? ({ id: 0, ...((await entry.binding.get?.(ctx, 0)) as Body | undefined) } as RowValues)
    : await oneRow(entry, ctx, id);
  if (isRefusal(before)) return before;
  const keys = formKeys(entry).filter((k) => settings || !fields[k]?.createOnly);
  const values = readValues(fields, keys, body, true);
  if (isRefusal(values)) return values;
  if (typeof body.version === 'number' && 'version' in before && before.version !== body.version)
    return refuse('STALE');
  const wrong = await checkRefs(registry, fields, ctx, values);
  if (wrong) return wrong;
  const answer = await entry.binding.update!(ctx, id, values as never, before);
  return isRefusal(answer) ? answer : { id, ...answer };
}

async function remove(entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const id = readId(body.id);
  if (!id) return refuse('MALFORMED', { detail: '缺少 id' });
  const before = await oneRow(entry, ctx, id);
  return isRefusal(before) ? before : ((await entry.binding.remove!(ctx, id, before)) ?? null);
}

/** The action's definition in the page, wherever its button stands. */
function actionSpec(entry: Registered, key: string) {
  const all = [...(entry.page.list?.row ?? []), ...(entry.page.list?.tools ?? [])];
  return all.find((a) => typeof a !== 'string' && a.key === key) as Exclude<(typeof all)[number], string> | undefined;
}

async function action(registry: Registry, entry: Registered, ctx: Ctx, verb: string, body: Body): Promise<unknown> {
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
      const why = spec.whyNot?.(row as never);
      return why
        ? refuse('NOT_NOW', { why })
        : refuse('BAD_STATE', { state: stateOf(entry.page.fields, row), action: spec.label });
    }
  const values = spec?.form ? readValues(spec.form, Object.keys(spec.form), body, false) : {};
  if (isRefusal(values)) return values;
  const wrong = spec?.form && (await checkRefs(registry, spec.form, ctx, values));
  if (wrong) return wrong;
  return (await entry.binding.actions![verb]!(ctx, { ids: unique, rows, values })) ?? null;
}

const stateOf = (fields: Fields, row: RowValues): string => labelIn(fields.status?.choices ?? [], row.status);

async function reveal(entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const id = readId(body.id);
  const field = typeof body.field === 'string' ? entry.page.fields[body.field] : undefined;
  if (!id || !field?.mask) return refuse('MALFORMED', { detail: '该字段没有脱敏' });
  const row = await oneRow(entry, ctx, id);
  if (isRefusal(row)) return row;
  await ctx.audit({ action: `查看完整${field.label}`, targetId: id, targetName: String(row.name ?? id) });
  const value = row[body.field as string];
  return { value, masked: maskValue(field, value) };
}

/** Answers a verb, undefined when the page has no such verb. */
export async function dispatch(
  registry: Registry,
  entry: Registered,
  verb: string,
  ctx: Ctx,
  body: Body,
): Promise<unknown> {
  const { page, binding } = entry;
  const query = listQueryOf(entry);
  if (verb === 'options') return binding.options ? runOptions(entry, ctx, readOptions(body)) : undefined;
  if (!may(ctx.session, page, entry.path, verb)) return refuse('NOT_PERMITTED', { what: entry.title });
  const outside = binding.outsideTransaction?.includes(verb) ?? false;
  const write = (work: (c: Ctx) => Promise<unknown>) => (outside ? work(ctx) : runCommand(ctx, work));
  switch (verb) {
    case 'query': {
      if (!query && !binding.query) return undefined;
      const input = readQuery(page, body, !binding.query);
      if (isRefusal(input)) return input;
      return binding.query ? binding.query(ctx, input) : runList(query!, ctx, input);
    }
    case 'sums': {
      if (!query) return undefined;
      const search = readSearch(page, body.search as Body | null | undefined);
      return isRefusal(search) ? search : sumRows(query, ctx, search as Body);
    }
    case 'get':
      return query || binding.get ? getRow(entry, ctx, body) : undefined;
    case 'create':
      return binding.create && page.form ? write((c) => create(registry, entry, c, body)) : undefined;
    case 'update':
      return binding.update && page.form ? write((c) => update(registry, entry, c, body)) : undefined;
    case 'remove':
      return binding.remove ? write((c) => remove(entry, c, body)) : undefined;
    case 'history':
      return query ? history(entry, ctx, readId(body.id)) : undefined;
    case 'reveal':
      return query ? write((c) => reveal(entry, c, body)) : undefined;
  }
  // Own keys only: `constructor` and its like are on every object and no verbs.
  if (binding.actions && Object.hasOwn(binding.actions, verb))
    return write((c) => action(registry, entry, c, verb, body));
  if (binding.verbs && Object.hasOwn(binding.verbs, verb)) return write((c) => binding.verbs![verb]!(c, body));
  return exchange(registry, entry, verb, ctx, body);
}
