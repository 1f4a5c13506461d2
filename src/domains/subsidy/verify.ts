/**
 * 补贴核销: what of each batch was granted, spent, cleared, taken back, out of the ledger; and what is left, out of the
 * purses. Two sources, so that 发放 = 已使用 + 已清零 + 已退 + 剩余 is a proof and not a definition.
 */
import { sql } from 'kysely';
import { basisPoints } from '../../kit/define/fen.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import type { Search } from '../../kit/server/page/binding.ts';
import { departmentsBelow } from '../people/public.server.ts';
import type { GrantPurse } from './units.ts';

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
  created_at: string;
}

const list = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((v): v is number => typeof v === 'number');

async function batchesOf(ctx: Ctx, search: Search, purse: GrantPurse): Promise<BatchHead[]> {
  let query = ctx.db
    .selectFrom('subsidy_batch')
    .select(['id', 'name', 'batch_no', 'posted_fen', 'created_at'])
    .where('kind', '=', 'GRANT')
    .where('purse', '=', purse)
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

/**
 * The first day a line of these batches can stand on. A late upload is booked on the day it happened, long before the
 * grant it is paid from; only a month that was closed before the batches were made takes nothing any more.
 */
async function openSince(ctx: Ctx, batches: readonly BatchHead[]): Promise<string> {
  const made = batches.reduce((first, batch) => (batch.created_at < first ? batch.created_at : first), '9999');
  const { day } = await ctx.db
    .selectFrom('period as c')
    .select(sql<string | null>`(max(c.month) + interval '1 month')::date`.as('day'))
    .where('c.closed_at', '<', made)
    .executeTakeFirstOrThrow();
  return day ?? '0001-01-01';
}

async function figures(
  ctx: Ctx,
  batches: readonly BatchHead[],
  departmentIds: readonly number[] | null,
  purse: GrantPurse,
) {
  if (batches.length === 0) return [[], []] as const;
  const batchIds = batches.map((batch) => batch.id);
  const since = await openSince(ctx, batches);
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
        .on('e.account', '=', `wallet:${purse}`)
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

/** What the batches' own headers say was granted; undefined where departments narrow the lots. */
export async function headerFen(ctx: Ctx, search: Search, purse: GrantPurse): Promise<number | undefined> {
  if (list(search.departmentId).length > 0) return undefined;
  return (await batchesOf(ctx, search, purse)).reduce((sum, batch) => sum + batch.posted_fen, 0);
}

/** Rows by batch, newest first, or by department. */
export async function verify(ctx: Ctx, search: Search, purse: GrantPurse): Promise<VerifyRow[]> {
  const batches = await batchesOf(ctx, search, purse);
  const chosen = list(search.departmentId);
  const departments = chosen.length === 0 ? null : await departmentsBelow(ctx.db, ownOrganization(ctx), chosen);
  const [left, moved] = await figures(ctx, batches, departments, purse);
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
  for (const row of all) row.usedRate = basisPoints(row.usedFen, row.grantedFen);
  const order = new Map(batches.map((batch, i) => [batch.id, i]));
  return byDepartment ? all : all.sort((a, b) => order.get(a.id)! - order.get(b.id)!);
}
