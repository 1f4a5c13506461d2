/** Proves the identities of a report over its rows and totals, and writes the sentence shown below. */
import { type RawBuilder, sql } from 'kysely';
import { formatFenGrouped } from '../../define/fen.ts';
import { type Identity, keyOf, type Same, signOf } from '../../define/identity.ts';
import type { AnyPage } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import { expression } from '../query/expression.ts';
import { runList } from '../query/list.ts';
import { base, conditionsOf, type ListQuery } from '../query/list-statement.ts';
import type { QueryAnswer, Search } from './binding.ts';
import { equationsOf, proveRows, type Row, type RowProof, sideOf } from './equations.ts';
import { otherPage, searchKeys } from './identity-faults.ts';
import { isAsked } from './is-asked.ts';
import type { Registered, Registry } from './registry.ts';

/** One part of the sentence; `ok` is absent where nothing is proven. */
interface Finding {
  text: string;
  ok?: boolean;
}

const labelOf = (page: AnyPage, key: string) => page.fields[key]?.label ?? key;

function figure(page: AnyPage, key: string, value: number): string {
  return page.fields[key]?.kind === 'money' ? formatFenGrouped(value) : value.toLocaleString('zh-CN');
}

/** How many lines of a list's whole filter break an equation. */
async function unequalLines(query: ListQuery, ctx: Ctx, search: Search): Promise<number> {
  const side = (terms: readonly string[]): RawBuilder<unknown> =>
    sql.join(
      terms.map((term) => {
        const value = sql`coalesce(${expression(query.source.columns[keyOf(term)]!)}, 0)`;
        return signOf(term) < 0 ? sql`-${value}` : value;
      }),
      sql` + `,
    );
  const off = equationsOf(query.page).map(
    ({ left, right }) =>
      sql`(${expression(query.source.columns[keyOf(left[0]!)]!)} is not null and ${side(left)} <> ${side(right)})`,
  );
  const { n } = await base(query, ctx, search, await conditionsOf(query, ctx, search))
    .select(sql<number>`(count(*) filter (where ${sql.join(off, sql` or `)}))::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n as number;
}

/** `消费合计 3.00 = 主账户 1.00 + 补贴 2.00`, or in words alone where the columns have no totals. */
function sentence(page: AnyPage, left: readonly string[], right: readonly string[], sums: Row, equal: boolean): string {
  const totals = [...left, ...right].every((term) => typeof sums[keyOf(term)] === 'number');
  const side = (all: readonly string[]) => {
    // Of many terms those that are nothing only hide the others.
    const some = all.filter((term) => sums[keyOf(term)] !== 0);
    const terms = totals && all.length > 5 && some.length > 0 ? some : all;
    return terms
      .map((term, i) => {
        const key = keyOf(term);
        const sign = signOf(term) < 0 ? '− ' : i > 0 ? '+ ' : '';
        return `${sign}${labelOf(page, key)}${totals ? ` ${figure(page, key, sums[key] as number)}` : ''}`;
      })
      .join(' ');
  };
  const gap = totals ? sideOf(left, sums) - sideOf(right, sums) : 0;
  return `${side(left)} ${equal ? '=' : '≠'} ${side(right)}${gap === 0 ? '' : `，差 ${figure(page, keyOf(left[0]!), gap)}`}`;
}

function proveEquations(page: AnyPage, proof: RowProof): Finding[] {
  return equationsOf(page).map(({ left, right }, i) => {
    const sums = proof.sums[i]!;
    const totals = [...left, ...right].every((term) => typeof sums[keyOf(term)] === 'number');
    const ok = proof.unequal === 0 && (!totals || sideOf(left, sums) === sideOf(right, sums));
    const text = sentence(page, left, right, sums, ok);
    return proof.spoken[i] === 0 ? { text } : { ok, text };
  });
}

interface OtherTotal {
  title: string;
  label: string;
  value: number;
}
/** The other page's total under the same search; undefined where it cannot be searched likewise. */
type OtherTotals = (one: Same) => Promise<OtherTotal | undefined>;

/** Each page is asked once, however many of its totals are held against. */
function otherTotals(registry: Registry, entry: Registered, ctx: Ctx, search: Search): OtherTotals {
  const known = new Map<string, Promise<Record<string, number> | null | undefined>>();
  const sumsOf = async (other: Registered, asked: Record<string, unknown>) => {
    const input = { page: 1, size: 1, sort: null, search: asked };
    const { sums } = other.binding.query
      ? await other.binding.query(ctx, input)
      : await runList({ page: other.page, source: other.binding.list! }, ctx, input);
    return sums;
  };
  return async (one) => {
    const other = otherPage(registry, entry.path, one);
    if (!other) return undefined;
    const keys = searchKeys(other.page);
    const asked: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(search)) {
      if (key === 'group' || one.ignoring?.includes(key) || !isAsked(value)) continue;
      if (!keys.has(key)) return undefined;
      asked[key] = value;
    }
    const [group] = other.page.report?.groups ?? [];
    if (group) asked.group = group.value;
    const name = JSON.stringify([other.path, asked]);
    const sums = known.get(name) ?? sumsOf(other, asked);
    known.set(name, sums);
    const value = (await sums)?.[one.as];
    return value === undefined ? undefined : { title: other.title, label: labelOf(other.page, one.as), value };
  };
}

/** A part of the places or of the people is not what another page adds up. */
const seesAll = ({ scope }: Ctx) => scope.restaurants === 'ALL' && scope.departments === 'ALL';

/** Whether an identity with another side is spoken of under the search. */
function isHeld(page: AnyPage, ctx: Ctx, search: Search, one: Exclude<Identity, { kind: 'eq' | 'sum' }>): boolean {
  if (one.groups && !one.groups.includes(String(search.group ?? page.report?.groups?.[0]?.value))) return false;
  return seesAll(ctx) || (one.kind === 'against' && one.inScope === true);
}

async function proveOne(
  { page, binding }: Registered,
  ctx: Ctx,
  search: Search,
  sums: Record<string, number>,
  others: OtherTotals,
  one: Exclude<Identity, { kind: 'eq' }>,
): Promise<Finding | undefined> {
  if (one.kind === 'sum') return { text: sentence(page, [one.key], one.parts, sums, true) };
  if (!isHeld(page, ctx, search, one)) return undefined;
  const own = sums[one.key] ?? 0;
  const other =
    one.kind === 'same'
      ? await others(one)
      : await binding.proof?.held?.[one.label]?.(ctx, search, sums).then((value) =>
          value === undefined ? undefined : { title: '', label: one.label, value },
        );
  if (!other) return undefined;
  const ok = own === other.value;
  const said = `${other.title}${other.label} ${figure(page, one.key, other.value)}`;
  const full = `${labelOf(page, one.key)} ${figure(page, one.key, own)} ${ok ? '=' : '≠'} ${said}`;
  return { ok, text: `${full}${ok ? '' : `，差 ${figure(page, one.key, own - other.value)}`}` };
}

/** Puts the proof into a report's answer; one without totals (too many lines) or without identities stays as it is. */
async function proven(
  entry: Registered,
  ctx: Ctx,
  search: Search,
  answer: QueryAnswer,
  others: OtherTotals,
): Promise<QueryAnswer> {
  const { page, binding } = entry;
  const { proof: made, ...rest } = answer;
  const identities = page.report?.identities ?? [];
  if (identities.length === 0 || !answer.sums) return rest;
  const { sums } = answer;
  const query = binding.list && { page, source: binding.list };
  // A grouped list is read once: its rows are proven as they are shown, the rest by their totals.
  const inSql = query && !query.source.grouped && equationsOf(page).length > 0;
  const shown = proveRows(page, answer.rows);
  const proof: RowProof = made ?? {
    ...shown,
    unequal: inSql ? await unequalLines(query, ctx, search) : shown.unequal,
    sums: equationsOf(page).map(() => sums),
    spoken: equationsOf(page).map(() => answer.total),
  };
  const held = await Promise.all(
    identities.map((one) => (one.kind === 'eq' ? undefined : proveOne(entry, ctx, search, sums, others, one))),
  );
  const findings = [...proveEquations(page, proof), ...held.filter((found) => found !== undefined)];
  if (findings.every((f) => f.ok === undefined)) return { ...rest, check: null };
  const note = await binding.proof?.note?.(ctx, search);
  const { first } = proof;
  const such = first ? `，如 ${first.name} 差 ${figure(page, first.key, first.gap)}` : '';
  const rows = proof.unequal === 0 ? '' : `；${proof.unequal.toLocaleString('zh-CN')} 行两边不相等${such}`;
  return {
    ...rest,
    check: {
      ok: findings.every((f) => f.ok !== false),
      text: `${findings.map((f) => f.text).join('；')}${rows}${note ? `；${note}` : ''}`,
    },
  };
}

/** A report made in code always comes with totals: what other pages say of them is read beside it. */
function askAhead({ page, binding }: Registered, ctx: Ctx, search: Search, others: OtherTotals): void {
  if (binding.list) return;
  // A failure is met where it is looked at.
  for (const one of page.report?.identities ?? [])
    if (one.kind === 'same' && isHeld(page, ctx, search, one)) others(one).catch(() => undefined);
}

/**
 * What `read` answers, with its proof. The two sides of an identity are read at two moments while trade goes on; what does not
 * agree is therefore read again, all of it at one moment, and said only if it does not agree then.
 */
export async function readProven(
  registry: Registry,
  entry: Registered,
  ctx: Ctx,
  search: Search,
  read: (ctx: Ctx) => Promise<QueryAnswer>,
): Promise<QueryAnswer> {
  const once = async (c: Ctx) => {
    const others = otherTotals(registry, entry, c, search);
    askAhead(entry, c, search, others);
    return proven(entry, c, search, await read(c), others);
  };
  const answer = await once(ctx);
  if (answer.check?.ok !== false || ctx.db.isTransaction) return answer;
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((db) => once({ ...ctx, db }));
}
