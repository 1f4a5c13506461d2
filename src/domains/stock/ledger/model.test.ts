/** Random documents, taken back, sent, received short, made of others, killed amid their work: quantities agree with a model, no fen is lost. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { menu } from '../../menu/domain.ts';
import recipes from '../../purchase/bom/pages/bom_recipe.server.ts';
import { purchase } from '../../purchase/domain.ts';
import productions from '../../purchase/making/pages/production.server.ts';
import { checkStock, erp, type StockBench, stockBench } from '../testing.ts';
import { postStock } from './post.ts';

let stock: StockBench;
beforeAll(async () => {
  stock = await stockBench([recipes, productions].flat(), [menu, purchase]);
});
afterAll(() => stock?.bench.database.drop());

const makings = `${erp}/production`;

/** Draws up, weighs and books the making of some grams; the document, or the refusal of the last step. */
async function make(goodsId: number, storehouseId: number, grams: number): Promise<number | undefined> {
  const today = isoAt(stock.bench.clock.now()).slice(0, 10);
  const { keeper, other } = stock;
  await keeper.call(makings, 'draw', { goodsId, storehouseId, qty: grams / 1_000, dueOn: today });
  const { rows } = await keeper.call<{ rows: { id: number }[] }>(makings, 'query', { search: { status: ['PLANNED'] } });
  const { id } = rows[0]!;
  const { lines, version } = await keeper.call<{ lines: { lineId: number }[]; version: number }>(makings, 'get', {
    id,
  });
  const weighed = lines.map(({ lineId }) => ({ lineId, taken: null }));
  const said = { id, version, lines: weighed, made: Math.ceil(grams * 0.9) / 1_000, lossReason: '测试' };
  await keeper.call(makings, 'update', { ...said, lotNo: '', producedOn: null, expiresOn: null });
  if (!isRefusal(await other.call(makings, 'finish', { id }))) return id;
  await keeper.call(makings, 'cancel', { id, reason: '料不够' });
  return undefined;
}

/** What came in less what was used is what is held, on its way, lost there, or a variance. */
async function unbalanced(): Promise<number> {
  const { rows } = await stock.bench.database.pool.query<{ fen: number }>(
    `select (select coalesce(sum(l.amount_fen), 0) from stock_bill b join stock_bill_line l on l.contractor_id = b.contractor_id and l.bill_id = b.id
         where b.kind = 'IN' and b.status = 'POSTED' and b.reverses_id is null)
       + (select coalesce(sum(value_fen), 0) from stock_entry where kind in ('ISSUE', 'ISSUE_RETURN', 'LOSS'))
       - (select coalesce(sum(value_fen), 0) from stock_balance)
       - (select coalesce(sum(value_fen - received_fen), 0) from stock_transit)
       - (select coalesce(sum(amount_fen), 0) from price_variance) as fen`,
  );
  return Number(rows[0]!.fen);
}

test('random documents agree with a model and hold every rule', { timeout: 120_000 }, async () => {
  const houses = [await stock.house('甲仓'), await stock.house('乙仓')];
  const goods = [await stock.goods('土豆'), await stock.goods('胡萝卜')];
  // Of three grams of the first and one of the second two are made.
  const pie = await stock.goods('土豆饼', { category: 'SEMI', tracked: true, shelfDays: 30 });
  await stock.keeper.call('/admin/contractor/supermarket/bom_recipe', 'create', {
    kind: 'GOODS',
    goodsId: pie,
    made: 2,
    kept: true,
    lines: goods.map((goodsId, i) => ({ goodsId, qty: i === 0 ? 3 : 1 })),
    fromDate: isoAt(stock.bench.clock.now()).slice(0, 10),
    note: '',
  });
  goods.push(pie);
  const qty = fc.integer({ min: 1, max: 9_999 });
  const place = { house: fc.nat(1), goods: fc.nat(2), qty };
  const makes = { house: fc.nat(1), qty };
  const command = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('IN' as const), ...place, fen: fc.integer({ min: 0, max: 99_999 }) }),
    },
    { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('ISSUE' as const, 'LOSS' as const), ...place }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('TRANSFER' as const), ...place, short: fc.nat(9_999) }) },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('MAKE' as const), ...makes, back: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('BACK' as const), nth: fc.nat(99) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('KILL' as const), ...place }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 22 }), async (commands) => {
      const held = new Map<string, number>();
      for (const house of houses)
        for (const one of goods) held.set(`${house}:${one}`, (await stock.balance(house, one)).qty);
      const posted: { id: number; key: string; qty: number }[] = [];
      for (const one of commands) {
        if (one.what === 'BACK') {
          const bill = posted.splice(one.nth % Math.max(1, posted.length), 1)[0];
          if (!bill) continue;
          const answer = await stock.move('reverse', bill.id, { reason: '测试' }, stock.other);
          // What came in and has left since cannot be taken back.
          expect(isRefusal(answer)).toBe(held.get(bill.key)! < bill.qty || isRefusal(answer));
          if (!isRefusal(answer)) held.set(bill.key, held.get(bill.key)! - bill.qty);
          continue;
        }
        if (one.what === 'MAKE') {
          const house = houses[one.house]!;
          const parts = [Math.ceil((one.qty * 3) / 2), Math.ceil(one.qty / 2)];
          const enough = parts.every((part, i) => held.get(`${house}:${goods[i]}`)! >= part);
          const made = await make(pie, house, one.qty);
          expect(made !== undefined).toBe(enough);
          if (made === undefined) continue;
          // Taken back at once it is as if nothing had been made.
          if (one.back && !isRefusal(await stock.other.call(makings, 'reverse', { id: made, reason: '测试' })))
            continue;
          for (const [i, part] of parts.entries())
            held.set(`${house}:${goods[i]}`, held.get(`${house}:${goods[i]}`)! - part);
          held.set(`${house}:${pie}`, held.get(`${house}:${pie}`)! + Math.ceil(one.qty * 0.9));
          continue;
        }
        const [house, goodsId] = [houses[one.house]!, goods[one.goods]!];
        const key = `${house}:${goodsId}`;
        if (one.what === 'KILL') {
          // The server dies before it commits: as if it had never begun.
          const { pool, ids } = { pool: stock.bench.database.pool, ids: stock.bench.services.ids };
          await inTransaction(pool, async (tx) => {
            await postStock({ ids, clock: stock.bench.clock }, tx, {
              contractorId: 21,
              billId: 1,
              moves: [
                {
                  lineId: 1,
                  storehouseId: house,
                  goodsId,
                  kind: 'LOSS',
                  qty: -Math.min(one.qty, Math.max(1, held.get(key)!)),
                },
              ],
            });
            throw new Error('killed');
          }).catch(() => undefined);
          continue;
        }
        const lot = goodsId === pie ? { expiresOn: '2027-12-31' } : {};
        const line = { goodsId, typed: one.qty, ...(one.what === 'IN' ? { amountFen: one.fen, ...lot } : {}) };
        const enough = held.get(key)! >= one.qty;
        if (one.what === 'TRANSFER') {
          const to = houses[1 - one.house]!;
          const made = stock.draft('TRANSFER', house, [line], { toStorehouseId: to });
          if (!enough) {
            await expect(made).rejects.toThrow('STOCK_SHORT');
            continue;
          }
          const id = await made;
          await stock.move('send', id);
          const shortQty = Math.min(one.short, one.qty);
          const shorts = shortQty > 0 ? { shorts: [{ lineNo: 1, shortQty }], note: '途损' } : {};
          expect(isRefusal(await stock.move('receive', id, shorts, stock.other))).toBe(false);
          held.set(key, held.get(key)! - one.qty);
          held.set(`${to}:${goodsId}`, held.get(`${to}:${goodsId}`)! + one.qty - shortQty);
          continue;
        }
        const id = await stock.draft(one.what, house, [line]);
        await stock.move('submit', id);
        const answer = await stock.move('post', id, {}, stock.other);
        expect(isRefusal(answer)).toBe(one.what !== 'IN' && !enough);
        if (isRefusal(answer)) continue;
        const moved = one.what === 'IN' ? one.qty : -one.qty;
        held.set(key, held.get(key)! + moved);
        posted.push({ id, key, qty: moved });
      }
      for (const house of houses)
        for (const one of goods) expect((await stock.balance(house, one)).qty).toBe(held.get(`${house}:${one}`));
      expect(await checkStock(stock.bench.database.pool)).toEqual([]);
      expect(await unbalanced()).toBe(0);
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
