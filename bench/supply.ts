/**
 * Supply under load: what hundreds of kitchens need, a ledger of millions, a till's lines into stock, the nightly proof, months of many
 * storehouses. One durable database, in one process with the server.
 */
import type { Actor } from '../src/demo/act.ts';
import { actorOf } from '../src/demo/units.ts';
import { balancesText, bookDues, owe } from '../src/domains/stock/public.server.ts';
import { addDays, dateAt, isoAt } from '../src/kit/server/clock.ts';
import type { Services } from '../src/kit/server/context.ts';
import { inTransaction } from '../src/kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../src/kit/server/refusal.ts';
import type { MealFigure } from './meal-kitchen.ts';
import { inSmallHouse, type SmallHouse } from './small-house.ts';
import { plantBooks } from './supply-books.ts';
import { benchGoods, type Caterer, ledgerHouse, plantHouses, plantLedger, plantSites } from './supply-plant.ts';
import { goodsPerWave, plantUse, plantWaves, usedLot } from './supply-sent.ts';

/** Small by default; asked for are 500 sites, ten million entries, 20,000 lines of sales and 600 storehouses. */
export interface SupplySizes {
  sites: number;
  entries: number;
  sales: number;
  houses: number;
}

interface Stage extends Caterer, SupplySizes {
  services: Services;
  keeper: Actor;
}

const erp = '/admin/contractor/erp';
const daily = '/admin/contractor/supermarket/supermarket_daily_purchase';
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
const seconds = (value: number) => `${(value / 1_000).toFixed(2)} s`;
const many = (value: number) => value.toLocaleString('en-US');
const figure = (name: string, said: string, limit: string, beside = ''): MealFigure => ({ name, said, limit, beside });

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now();
  const answer = await work();
  if (isRefusal(answer)) throw new Error(`${answer.code} ${JSON.stringify(answer.params)}`);
  return [performance.now() - start, answer];
}

/** Its helpers name pages, which are known once a server stands. */
const helpers = () => import('../src/domains/stock/testing.ts');

/** The middle of some runs, after two that warm up. */
async function middle(work: () => Promise<unknown>, runs = 15): Promise<number> {
  const times: number[] = [];
  for (let n = -2; n < runs; n += 1) {
    const [took] = await timed(work);
    if (n >= 0) times.push(took);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)]!;
}

/** The requirement of all sites, twice: the second run finds nothing to change. */
async function measureNeeds({ services, keeper, today, sites, ...caterer }: Stage): Promise<MealFigure[]> {
  const lines = await plantSites({ ...caterer, today }, sites);
  const before = process.memoryUsage().rss;
  const run = () => keeper.call(daily, 'run', { day: today, buffer: 300 });
  const bought = async () =>
    (
      await services.pool.query<{ n: number; touched: number }>(
        `select count(*)::int as n, coalesce(sum(version), 0)::int as touched from daily_purchase where contractor_id = $1 and purchase_date = $2`,
        [caterer.contractorId, today],
      )
    ).rows[0]!;
  const [first] = await timed(run);
  const grown = Math.max(0, process.memoryUsage().rss - before);
  const told = await bought();
  const [again] = await timed(run);
  const same = (await bought()).touched === told.touched ? '再算没有变动' : '再算有变动！';
  const [{ goods } = { goods: 0 }] = (
    await services.pool.query<{ goods: number }>(
      `select goods_id as goods from meal_need where contractor_id = $1 and purchase_date = $2 group by 1 order by sum(qty) desc limit 1`,
      [caterer.contractorId, today],
    )
  ).rows;
  // As autovacuum does within the minute.
  await services.pool.query('analyze daily_purchase; analyze meal_need');
  const search = { purchaseDate: [today, today] };
  const listed = await middle(() => keeper.call(daily, 'query', { size: 200, search }));
  const [row] = (
    await keeper.call<{ rows: { id: number }[] }>(daily, 'query', { size: 1, search: { ...search, goodsId: goods } })
  ).rows;
  const drilled = await middle(() => keeper.call(`${daily}/need`, 'query', { size: 50, search: { lineId: row!.id } }));
  return [
    figure(
      `采购需求：${sites} 个单位 × 200 道菜，${many(lines)} 行用料`,
      seconds(first),
      '2 s（500 个单位）',
      `${told.n} 行，${same}，${seconds(again)}`,
    ),
    figure('采购需求占用内存', `${Math.round(grown / 1e6)} MB`, '300 MB'),
    figure('采购明细打开一页 200 行', ms(listed), '150 ms'),
    figure('需求来源下钻', ms(drilled), '50 ms'),
  ];
}

async function measureLedger({
  services,
  keeper,
  today,
  contractorId,
  organizationId,
  entries,
}: Stage): Promise<MealFigure[]> {
  const { pool } = services;
  await plantLedger({ pool, contractorId, organizationId, today }, entries);
  const booked = await plantBooks({ pool, contractorId, organizationId, today }, entries / 10);
  // As every night.
  const [fold] = await timed(async () => (await helpers()).foldDays({ pool, clock: services.clock }));
  await pool.query('analyze stock_running');
  const ledger = `${erp}/stock_ledger`;
  const first = await middle(() =>
    keeper.call(ledger, 'query', { size: 20, search: { businessDate: [addDays(today, -7), today] } }),
  );
  const told = await middle(() => keeper.call(ledger, 'notice', {}), 3);
  const day = addDays(today, -100);
  const balances = await middle(() =>
    pool.query(balancesText('b.contractor_id = $1 and b.storehouse_id = $2', 'd.business_date <= $3'), [
      contractorId,
      ledgerHouse,
      day,
    ]),
  );
  const summary = '/admin/contractor/supermarket/goods_summary/moves';
  const moved = (from: string) =>
    middle(
      () =>
        keeper.call(summary, 'query', {
          size: 50,
          search: { businessDate: [from, today], storehouseId: [ledgerHouse] },
        }),
      5,
    );
  const summed = await moved(`${today.slice(0, 8)}01`);
  const anyDays = await moved(addDays(today, -30));
  const broken = (breaks: readonly unknown[]) => {
    if (breaks.length > 0) throw new Error(JSON.stringify(breaks.slice(0, 5)));
  };
  const [proof, breaks] = await timed(async () => (await helpers()).checkStock(pool));
  broken(breaks);
  const above = async (since: string | null) => {
    const [took, found] = await timed(async () => {
      const all = [];
      for (const find of services.stockRulesAbove) all.push(...(await find(pool, null, since)));
      return all;
    });
    broken(found);
    return took;
  };
  const whole = await above(null);
  const lately = await above(addDays(today, -3));
  const [night] = await timed(async () => broken(await (await helpers()).runStockChecks(services)));
  const proofPage = (span?: string) =>
    middle(() => keeper.call(`${erp}/stock_proof`, 'query', { size: 20, search: span ? { span: [span] } : {} }), 3);
  const opened = await proofPage();
  const twoMonths = await proofPage('TWO_MONTHS');
  const size = many(entries);
  return [
    figure(`库存台账一页（${size} 笔）`, ms(first), '15 ms', `页上核对 ${ms(told)}`),
    figure(`${many(benchGoods)} 种物料任意一天的结存`, ms(balances), '100 ms'),
    figure('进销存汇总一个月', ms(summed), '50 ms', `本月；一年的日累计第一次算 ${seconds(fold)}`),
    figure('进销存汇总任意 31 天', ms(anyDays), '50 ms'),
    figure(`夜间核对 S1–S16（${size} 笔）`, seconds(proof), '60 s（一千万笔）', `连同采购与商超 ${seconds(night)}`),
    figure(
      `采购与商超的恒等式（验收、销售、订单各 ${many(booked)} 行）`,
      seconds(whole),
      '60 s（各一百万行）',
      `近三天 ${seconds(lately)}`,
    ),
    figure('库存核对一页', ms(opened), '1 s', `夜间核对之后的；上月与本月 ${seconds(twoMonths)}`),
  ];
}

/** Lines of a till for one storehouse, forty goods: written with their trades, then booked in batches. */
async function measureSales({ services, contractorId, organizationId, sales }: Stage): Promise<MealFigure> {
  const { pool, clock, ids } = services;
  const now = isoAt(clock.now());
  const goods = Array.from({ length: 40 }, (_, i) => 710_000_001 + i);
  await pool.query('update stock_balance set qty = 100000000, value_fen = 200000000 where storehouse_id = $1', [
    ledgerHouse,
  ]);
  await pool.query('update stock_lot set qty = 100000000 where storehouse_id = $1', [ledgerHouse]);
  const perSale = 4;
  for (let n = 0; n < sales / perSale; n += 1)
    await inTransaction(pool, async (tx) =>
      owe(
        tx,
        await ids.take(perSale),
        { contractorId, organizationId, storehouseId: ledgerHouse, tradeId: 40_000_000_000 + n, soldAt: now, now },
        Array.from({ length: perSale }, (_, i) => ({
          lineNo: i + 1,
          goodsId: goods[(n * perSale + i) % goods.length]!,
          qty: 1,
        })),
      ),
    );
  const [took, booked] = await timed(() => bookDues({ pool, clock, ids }));
  return figure(
    `销售明细入库存：一家店 ${many(booked)} 行`,
    `${Math.round((booked / took) * 1_000)} 行/s`,
    '2,000 行/s',
    seconds(took),
  );
}

async function measureMonths({ services, today, contractorId, organizationId, houses }: Stage): Promise<MealFigure> {
  const { pool } = services;
  const month = `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
  await plantHouses({ pool, contractorId, organizationId, today }, houses, month);
  const [took] = await timed(async () => (await helpers()).closeMonths(services));
  const { rows } = await pool.query<{ status: string; n: number; error: string }>(
    `select status, count(*)::int as n, min(error) as error from stock_month where contractor_id = $1 and month = $2 and storehouse_id > $3
     group by 1 order by 1`,
    [contractorId, month, ledgerHouse],
  );
  const back = rows.find(({ status }) => status !== 'CLOSED');
  if (back) throw new Error(`${back.n} months went back: ${back.error}`);
  const said = rows.map(({ n }) => `已结 ${n}`).join('，');
  return figure(`库存月结 ${houses} 个仓`, seconds(took), '300 s（600 个仓）', said);
}

/** A lot that every site cooked with, from the label to the meals; the delivery sheets of a day. Their stock was never received. */
async function measureSent({ services, keeper, today, sites, ...caterer }: Stage): Promise<MealFigure[]> {
  const { pool } = services;
  const [{ goods } = { goods: 0 }] = (
    await pool.query<{ goods: number }>(
      `select goods_id as goods from meal_need where contractor_id = $1 and purchase_date = $2 group by 1 order by sum(qty) desc limit 1`,
      [caterer.contractorId, today],
    )
  ).rows;
  await plantUse({ ...caterer, today }, sites, goods);
  await plantWaves({ ...caterer, today }, sites);
  const trace = `${erp}/lot_trace`;
  let told: { dishes: string | null }[] = [];
  const traced = await middle(async () => {
    await keeper.call(trace, 'get', { id: usedLot });
    told = (
      await keeper.call<{ rows: { dishes: string | null }[] }>(`${trace}/meal`, 'query', {
        size: 100,
        search: { lotId: usedLot },
      })
    ).rows;
  }, 3);
  if (told.some(({ dishes }) => !dishes)) throw new Error('a meal without the dishes the lot is in');
  const waves = '/admin/contractor/supermarket/supermarket_organization_distribute';
  let bytes = 0;
  const printed = await middle(async () => {
    bytes = JSON.stringify(await keeper.call(waves, 'printDay', { deliveryDate: today })).length;
  }, 3);
  return [
    figure(`追溯一个用于 ${sites} 个单位的批次`, seconds(traced), '2 s（500 个单位）', '各餐的菜品与人数'),
    figure(
      `${sites} 个单位的配送单，每张 ${goodsPerWave} 行`,
      seconds(printed),
      '3 s（500 个单位）',
      `服务端，${Math.round(bytes / 1_000)} kB`,
    ),
  ];
}

async function openStage({ services, clock, organizationId }: SmallHouse, sizes: SupplySizes): Promise<Stage> {
  // Nothing is done behind the measured work's back.
  await services.jobs.stop();
  const found = await services.pool.query<{ id: number }>(
    `select e.unit_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'contractor'`,
  );
  return {
    ...sizes,
    services,
    pool: services.pool,
    keeper: await actorOf(services, 'contractor'),
    contractorId: found.rows[0]!.id,
    organizationId,
    today: dateAt(clock.now()),
  };
}

export const measureSupply = (log: (line: string) => void, sizes: SupplySizes): Promise<MealFigure[]> =>
  inSmallHouse(log, async (house, add) => {
    const stage = await openStage(house, sizes);
    add(...(await measureNeeds(stage)));
    add(...(await measureLedger(stage)));
    // The proof is of rows that add up: sales, which need a stock that was not received, come after it.
    add(await measureMonths(stage));
    add(await measureSales(stage));
    add(...(await measureSent(stage)));
  });
