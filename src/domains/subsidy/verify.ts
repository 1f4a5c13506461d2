/**
 * 补贴核销: what of each batch was granted, spent, cleared, taken back, out of the ledger; and what is left, out of the
 * purses. Two sources, so that 发放 = 已使用 + 已清零 + 已退 + 剩余 is a proof and not a definition.
 */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../kit/define/fen.ts';
import { addDays } from '../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import type { QueryAnswer, QueryInput, Search } from '../../kit/server/page/binding.ts';
import { departmentsBelow } from '../people/queries.ts';

export interface VerifyRow extends Record<string, unknown> {
  id: number;
  groupName: string;
  batchNo: string;
  batchId: number | null;
  departmentId: number | null;
  /** Batches the row adds up, and the departments the sheet was narrowed to: what its numbers open. */
  batchIds: number[];
  within: number[];
  people: number;
  grantedFen: number;
  usedFen: number;
  clearedFen: number;
  returnedFen: number;
  remainingFen: number;
  /** Of the granted, in basis points. */
  usedRate: number | null;
}

interface Lots {
  batchId: number;
  departmentId: number | null;
  people: number;
  remainingFen: number;
}
interface Moves {
  batchId: number;
  departmentId: number | null;
  grantedFen: number;
  usedFen: number;
  clearedFen: number;
  returnedFen: number;
}

interface BatchHead {
  id: number;
  name: string;
  batch_no: string;
  posted_fen: number;
  grant_on: string;
}

const list = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((v): v is number => typeof v === 'number');

async function batchesOf(ctx: Ctx, search: Search): Promise<BatchHead[]> {
  let query = ctx.db
    .selectFrom('subsidy_batch')
    .select(['id', 'name', 'batch_no', 'posted_fen', 'grant_on'])
    .where('kind', '=', 'GRANT')
    .where('posted_count', '>', 0)
    .orderBy('grant_on', 'desc')
    .orderBy('id', 'desc');
  const [from, to] = Array.isArray(search.grantOn) ? search.grantOn : [null, null];
  if (from) query = query.where('grant_on', '>=', String(from).slice(0, 10));
  if (to) query = query.where('grant_on', '<=', String(to).slice(0, 10));
  const ids = list(search.batchId);
  if (ids.length > 0) query = query.where('id', 'in', ids);
  return query.execute();
}

/** Lots of the batches with the department their owner had at the grant. */
function lots(ctx: Ctx, batchIds: readonly number[], departmentIds: readonly number[] | null) {
  let query = ctx.db
    .selectFrom('wallet as w')
    .innerJoin('subsidy_item as i', (on) =>
      on
        .onRef('i.organization_id', '=', 'w.organization_id')
        .onRef('i.batch_id', '=', 'w.batch_id')
        .onRef('i.person_id', '=', 'w.person_id')
        .on('i.verdict', '=', 'GOOD'),
    )
    .where(sql<boolean>`w.batch_id = any(${batchIds}::bigint[])`);
  if (departmentIds) query = query.where(sql<boolean>`i.department_id = any(${departmentIds}::bigint[])`);
  return query;
}

const of = (...kinds: string[]) =>
  sql<number>`coalesce(sum(e.amount_fen) filter (where g.kind = any(${kinds}::text[]) or g.reverses_kind = any(${kinds}::text[])), 0)::bigint`;

/** `batches` come newest first. */
async function figures(ctx: Ctx, batches: readonly BatchHead[], departmentIds: readonly number[] | null) {
  const oldest = batches.at(-1);
  if (!oldest) return [[], []] as const;
  const batchIds = batches.map((batch) => batch.id);
  // No line of a lot is older than its grant; at night the books are still at the day before.
  const since = addDays(oldest.grant_on, -1);
  const left: Promise<Lots[]> = lots(ctx, batchIds, departmentIds)
    .select([
      'w.batch_id as batchId',
      'i.department_id as departmentId',
      sql<number>`count(distinct w.person_id)::int`.as('people'),
      sql<number>`sum(w.balance_fen)::bigint`.as('remainingFen'),
    ])
    .groupBy(['w.batch_id', 'i.department_id'])
    .execute();
  const moved: Promise<Moves[]> = lots(ctx, batchIds, departmentIds)
    .innerJoin('ledger_entry as e', (on) =>
      on
        .onRef('e.organization_id', '=', 'w.organization_id')
        .onRef('e.wallet_id', '=', 'w.id')
        .on('e.wallet_id', '<>', 0)
        .on('e.account', '=', 'wallet:SUBSIDY')
        .on('e.business_date', '>=', since),
    )
    .innerJoin('posting as g', (on) =>
      on
        .onRef('g.organization_id', '=', 'e.organization_id')
        .onRef('g.id', '=', 'e.posting_id')
        .onRef('g.business_date', '=', 'e.business_date'),
    )
    .select([
      'w.batch_id as batchId',
      'i.department_id as departmentId',
      of('SUBSIDY_GRANT', 'ADJUST').as('grantedFen'),
      sql<number>`-${of('CONSUME', 'SUPPLEMENT')}`.as('usedFen'),
      sql<number>`-${of('SUBSIDY_CLEAR')}`.as('clearedFen'),
      sql<number>`-${of('SUBSIDY_RETURN')}`.as('returnedFen'),
    ])
    .groupBy(['w.batch_id', 'i.department_id'])
    .execute();
  return Promise.all([left, moved]);
}

const amountKeys = ['grantedFen', 'usedFen', 'clearedFen', 'returnedFen', 'remainingFen'] as const;
export const verifyTotals = ['people', ...amountKeys] as const;

function emptyRow(id: number, head: Partial<VerifyRow>): VerifyRow {
  const zero = { people: 0, grantedFen: 0, usedFen: 0, clearedFen: 0, returnedFen: 0, remainingFen: 0 };
  const none = {
    groupName: '',
    batchNo: '',
    batchId: null,
    departmentId: null,
    batchIds: [],
    within: [],
    usedRate: null,
  };
  return { id, ...none, ...zero, ...head };
}

/** `发放 a = 已使用 b + …`, with the granted held against the batches' own headers where nothing narrows them. */
export function verifyCheck(rows: readonly VerifyRow[], headerFen: number | null): NonNullable<QueryAnswer['check']> {
  const sum = (key: (typeof amountKeys)[number]) => rows.reduce((total, row) => total + row[key], 0);
  const [granted, used, cleared, returned, remaining] = amountKeys.map(sum) as [number, number, number, number, number];
  const text = `发放 ${formatFenGrouped(granted)} = 已使用 ${formatFenGrouped(used)} + 已清零 ${formatFenGrouped(cleared)} + 已退 ${formatFenGrouped(returned)} + 剩余 ${formatFenGrouped(remaining)}`;
  const difference = granted - used - cleared - returned - remaining;
  const everyRow = rows.every((r) => r.grantedFen === r.usedFen + r.clearedFen + r.returnedFen + r.remainingFen);
  const header = headerFen === null || headerFen === granted;
  return {
    ok: difference === 0 && everyRow && header,
    text: `${text}${difference === 0 ? '' : `，差 ${formatFenGrouped(difference)}`}${headerFen === null ? '' : `；批次已发合计 ${formatFenGrouped(headerFen)}`}`,
  };
}

/** Rows by batch or by department, with their identity. */
export async function verify(ctx: Ctx, input: QueryInput): Promise<QueryAnswer> {
  const { search } = input;
  const batches = await batchesOf(ctx, search);
  const chosen = list(search.departmentId);
  const departments = chosen.length === 0 ? null : await departmentsBelow(ctx.db, ownOrganization(ctx), chosen);
  const [left, moved] = await figures(ctx, batches, departments);
  const byDepartment = search.group === 'department';
  const names = new Map(
    (await ctx.db.selectFrom('department').select(['id', 'name']).execute()).map((d) => [d.id, d.name]),
  );
  const rows = new Map<number, VerifyRow>();
  const rowOf = (batchId: number, departmentId: number | null): VerifyRow => {
    const key = byDepartment ? (departmentId ?? 0) : batchId;
    const known = rows.get(key);
    if (known) {
      if (!known.batchIds.includes(batchId)) known.batchIds.push(batchId);
      return known;
    }
    const head = batches.find((b) => b.id === batchId);
    const made = byDepartment
      ? emptyRow(rows.size + 1, {
          groupName: departmentId === null ? '未分部门' : (names.get(departmentId) ?? `#${departmentId}`),
          departmentId,
          batchIds: [batchId],
        })
      : emptyRow(batchId, {
          groupName: head?.name ?? '',
          batchNo: head?.batch_no ?? '',
          batchId,
          batchIds: [batchId],
          within: chosen,
        });
    rows.set(key, made);
    return made;
  };
  for (const lot of left) {
    const row = rowOf(lot.batchId, lot.departmentId);
    row.people += lot.people;
    row.remainingFen += lot.remainingFen;
  }
  for (const move of moved) {
    const row = rowOf(move.batchId, move.departmentId);
    for (const key of ['grantedFen', 'usedFen', 'clearedFen', 'returnedFen'] as const) row[key] += move[key];
  }
  const all = [...rows.values()];
  for (const row of all) row.usedRate = row.grantedFen > 0 ? Math.round((row.usedFen * 10_000) / row.grantedFen) : null;
  sort(all, input.sort, byDepartment ? null : batches.map((b) => b.id));
  const start = (input.page - 1) * input.size;
  const narrowed = departments !== null || ctx.scope.departments !== 'ALL';
  return {
    rows: all.slice(start, start + input.size),
    total: all.length,
    sums: Object.fromEntries(verifyTotals.map((key) => [key, all.reduce((sum, row) => sum + row[key], 0)])),
    check: verifyCheck(all, narrowed ? null : batches.reduce((sum, b) => sum + b.posted_fen, 0)),
  };
}

function sort(rows: VerifyRow[], by: string | null, order: readonly number[] | null): void {
  const key = by?.replace(/^-/, '');
  if (key)
    rows.sort((a, b) => {
      const [x, y] = [a[key], b[key]];
      const found =
        typeof x === 'number' && typeof y === 'number'
          ? x - y
          : String(x ?? '').localeCompare(String(y ?? ''), 'zh-CN');
      return by?.startsWith('-') ? -found : found;
    });
  else if (order) rows.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}
