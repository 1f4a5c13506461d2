/** Opens months of storehouses, examines them, closes them in a job, and keeps a closed one from being opened too late. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay, monthOf } from '../../wallet/public.server.ts';
import { balancesText } from '../ledger/balances-at.ts';
import { checkBooks } from '../proof/check-books.ts';
import type { StockBreak } from '../proof/invariants.ts';
import { provenTo } from '../proof/run-checks.ts';
import { stockRefusals } from '../refusals.ts';
import type { StockMonthRow } from '../tables.ts';
import type { StockStep } from './month-states.ts';
import { daysOf, monthSteps } from './month-steps.ts';

export const closeJob = 'stock-month-close';

/** Every storehouse that held or moved anything in a month that is over gets that month, of one contractor or of all. */
export async function openMonths(
  { db, clock, ids }: Pick<Services, 'clock' | 'ids'> & { db: Sql },
  contractorId: number | null = null,
): Promise<number> {
  const now = isoAt(clock.now());
  const { rows } = await db.query<{ contractor_id: number; storehouse_id: number; month: string }>(
    `select /* wall: the house opens months for every contractor; a page asks for its own */ f.contractor_id, f.storehouse_id, m::date::text as month
     from (select d.contractor_id, d.storehouse_id, date_trunc('month', min(d.business_date)) as first from stock_day d
       where ($1::bigint is null or d.contractor_id = $1) group by 1, 2) f,
     generate_series(f.first, $2::date - interval '1 month', interval '1 month') m
     where not exists (select 1 from stock_month s where s.contractor_id = f.contractor_id and s.storehouse_id = f.storehouse_id
       and s.month = m::date)
     order by 3, 1, 2`,
    [contractorId, monthOf(businessDay(clock.now()))],
  );
  const taken = await ids.take(rows.length);
  for (const [i, row] of rows.entries())
    await db.query(
      `insert into stock_month (contractor_id, id, month, storehouse_id, status, created_at, updated_at)
       values ($1, $2, $3, $4, 'OPEN', $5, $5) on conflict do nothing`,
      [row.contractor_id, taken[i], row.month, row.storehouse_id, now],
    );
  return rows.length;
}

const nameOf = (month: { month: string }, house: string) => `${house} ${month.month.slice(0, 7)}`;
const opened = (steps: readonly StockStep[]) =>
  steps.filter(({ ok }) => !ok).map(({ title, figure }) => `${title}：${figure}`);

async function houseOf(ctx: Ctx, month: StockMonthRow): Promise<string> {
  const house = await ctx.db
    .selectFrom('storehouse')
    .select('name')
    .where('id', '=', month.storehouse_id)
    .executeTakeFirstOrThrow();
  return house.name;
}

/** OPEN → CHECKED: nothing may be open, and the month before has to be closed. */
export async function refuseExamine(ctx: Ctx, month: StockMonthRow): Promise<Refusal | undefined> {
  const tx = sqlOf(ctx.db);
  const name = nameOf(month, await houseOf(ctx, month));
  const before = await ctx.db
    .selectFrom('stock_month')
    .select('month')
    .where('storehouse_id', '=', month.storehouse_id)
    .where('month', '<', month.month)
    .where('status', 'not in', ['CLOSED', 'LOCKED'])
    .orderBy('month')
    .executeTakeFirst();
  if (before) return refuse(stockRefusals.MONTH_ORDER, { name, before: before.month.slice(0, 7) });
  const of = { contractorId: month.contractor_id, storehouseId: month.storehouse_id, ...daysOf(month.month) };
  const steps = await monthSteps(tx, of, ctx.clock.now());
  const [first] = opened(steps);
  if (first) return refuse(stockRefusals.MONTH_OPEN, { name, what: opened(steps).join('；') });
  await ctx.db
    .updateTable('stock_month')
    .set({ steps: JSON.stringify(steps) as never, error: '' })
    .where('id', '=', month.id)
    .execute();
  return undefined;
}

/** CLOSED → OPEN: not while a later month stands on it. */
export async function refuseReopen(ctx: Ctx, month: StockMonthRow): Promise<Refusal | undefined> {
  const later = await ctx.db
    .selectFrom('stock_month')
    .select('month')
    .where('storehouse_id', '=', month.storehouse_id)
    .where('month', '>', month.month)
    .where('status', '<>', 'OPEN')
    .orderBy('month', 'desc')
    .executeTakeFirst();
  return (
    later &&
    refuse(stockRefusals.MONTH_LATER, {
      name: nameOf(month, await houseOf(ctx, month)),
      later: later.month.slice(0, 7),
    })
  );
}

const groups = ['in', 'issue', 'sale', 'loss', 'away', 'count'] as const;
const columns = [...groups.flatMap((one) => [`${one}_qty`, `${one}_fen`]), 'revalue_fen'];
const signed = (unit: 'qty' | 'fen') =>
  groups.map((one) => `${one === 'in' || one === 'count' ? '+' : '-'} ${one}_${unit}`).join(' ');

/** Writes opening, moves and closing of every goods of the storehouse, by one statement. */
export async function writeLines(tx: Sql, month: StockMonthRow): Promise<void> {
  const { from, to } = daysOf(month.month);
  await tx.query('delete from stock_month_line l where l.contractor_id = $1 and l.month_id = $2', [
    month.contractor_id,
    month.id,
  ]);
  await tx.query(
    `with before as (select o.goods_id, o.qty as opening_qty, o.fen as opening_fen
       from (${balancesText('b.contractor_id = $1 and b.storehouse_id = $3', 'd.business_date < $4::date')}) o),
     moved as (select d.goods_id, ${columns.map((one) => `sum(d.${one})::bigint as ${one}`).join(', ')}
       from stock_day d where d.contractor_id = $1 and d.storehouse_id = $3 and d.business_date between $4::date and $5::date group by 1),
     every as (select goods_id, ${['opening_qty', 'opening_fen', ...columns].map((one) => `coalesce(${one}, 0) as ${one}`).join(', ')}
       from before full join moved using (goods_id))
     insert into stock_month_line (contractor_id, month_id, goods_id, opening_qty, opening_fen, ${columns.join(', ')}, closing_qty, closing_fen)
     select $1, $2, goods_id, opening_qty, opening_fen, ${columns.join(', ')}, opening_qty ${signed('qty')},
       opening_fen ${signed('fen')} + revalue_fen
     from every where opening_qty <> 0 or opening_fen <> 0 or ${columns.map((one) => `${one} <> 0`).join(' or ')}`,
    [month.contractor_id, month.id, month.storehouse_id, from, to],
  );
  const sums = ['opening_fen', ...columns.filter((one) => one.endsWith('_fen')), 'closing_fen'];
  const written = sums.map((one) => `${one} = s.${one}`).join(', ');
  const summed = sums.map((one) => `coalesce(sum(l.${one}), 0)::bigint as ${one}`).join(', ');
  await tx.query(
    `update stock_month m set goods_count = s.n, ${written} from (select count(*)::int as n, ${summed}
       from stock_month_line l where l.contractor_id = $1 and l.month_id = $2) s
     where m.contractor_id = $1 and m.id = $2`,
    [month.contractor_id, month.id],
  );
}

/** Every rule that is broken with the first of its breaks; nothing where all hold. */
function brokenWords(breaks: readonly StockBreak[]): string {
  const firsts = new Map(breaks.toReversed().map((one) => [one.rule, one.found]));
  const rules = [...firsts].toSorted(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
  return rules.length === 0
    ? ''
    : `${rules.map(([rule, found]) => `${rule}（${found}）`).join('、')} 共 ${breaks.length} 处不符，见「库存核对」`;
}

/**
 * Where the proof of a contractor's books begins that closes months from `from` on: with the month, or the first day no night has
 * proven where that is earlier; with everything where the nights' proof does not stand.
 */
async function proofFrom(tx: Sql, from: string, now: number): Promise<string | null> {
  const proven = await provenTo(tx, now);
  return proven && proven < from ? proven : proven && from;
}

/** Closes what waits, a storehouse at a time; what is not in order goes back with the reason. Done again, nothing is doubled. */
export async function closeMonths(
  { pool, clock, stockRulesAbove }: Pick<Services, 'pool' | 'clock' | 'stockRulesAbove'>,
  signal?: AbortSignal,
): Promise<void> {
  const proven = new Map<number, string>();
  while (!signal?.aborted) {
    const went = await inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<StockMonthRow>(
        `select /* wall: the house closes for every contractor */ m.*, m.month::text as month from stock_month m
         where m.status = 'RUNNING' order by m.month, m.id limit 1 for update skip locked`,
      );
      const [month] = rows;
      if (!month) return false;
      const { contractor_id: contractorId, storehouse_id: storehouseId } = month;
      const steps = await monthSteps(tx, { contractorId, storehouseId, ...daysOf(month.month) }, clock.now());
      await writeLines(tx, month);
      if (!proven.has(contractorId)) {
        // The earliest of its months that wait comes first: what follows is in the same proof.
        const since = await proofFrom(tx, month.month, clock.now());
        proven.set(contractorId, brokenWords(await checkBooks({ stockRulesAbove }, tx, contractorId, since)));
      }
      const broken = proven.get(contractorId)!;
      const proof: StockStep = {
        key: 'proof',
        title: '恒等式 S1–S16',
        ok: broken === '',
        figure: broken || '全部相符',
      };
      const open = opened([...steps, proof]).join('；');
      await tx.query(
        `update stock_month m set status = $3, error = $4, steps = $5, closed_at = $6, updated_at = $6, version = version + 1
         where m.contractor_id = $1 and m.id = $2`,
        [contractorId, month.id, open ? 'OPEN' : 'CLOSED', open, JSON.stringify([...steps, proof]), isoAt(clock.now())],
      );
      return true;
    });
    if (!went) return;
  }
}

/** The organization's month is handed over: what of its storehouses is closed in it stays so. */
export async function lockMonthsAt(tx: Sql, organizationId: number, month: string, at: string): Promise<void> {
  await tx.query(
    `update /* wall: storehouses at the organization */ stock_month m set status = 'LOCKED', updated_at = $3, version = m.version + 1
     from storehouse h where h.contractor_id = m.contractor_id and h.id = m.storehouse_id and h.site_id = $1
       and m.month = $2::date and m.status = 'CLOSED'`,
    [organizationId, month, at],
  );
}
