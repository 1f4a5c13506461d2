/** What went in leaves the store by its lots, what came out comes in as one lot worth exactly that; taken back, both go back. */
import { basisPoints } from '../../../kit/define/fen.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { bookHouse, openReceived, takeBackHouse } from '../../stock/public.server.ts';
import { qtyWords } from '../../stock/public.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { ProductionRow } from '../tables.ts';
import { expectedText } from './making-sql.ts';
import { linesOf } from './note-made.ts';

/** So much less than it should be has to be explained, in hundredths of a percent: what a count asks about as well. */
const unsaidLossBp = 200;

/** When it was made and until when it is good; never longer than the goods' shelf life. */
function datesOf(
  { production_no: no, produced_on, expires_on }: ProductionRow,
  shelfDays: number,
  today: string,
): { producedOn: string; expiresOn: string } | Refusal {
  const producedOn = produced_on ?? today;
  const last = addDays(producedOn, shelfDays);
  const expiresOn = expires_on ?? last;
  const why =
    producedOn > today
      ? `生产日期 ${producedOn} 还没有到`
      : expiresOn < producedOn
        ? '到期日期早于生产日期'
        : expiresOn > last
          ? `保质期 ${shelfDays} 天，最晚 ${last} 到期`
          : expiresOn < today
            ? `${expiresOn} 已过期，不能入库`
            : undefined;
  return why === undefined ? { producedOn, expiresOn } : refuse(purchaseRefusals.MAKE_DATES, { no, why });
}

/** PLANNED → MADE. */
export async function finishProduction(ctx: Ctx, doc: ProductionRow): Promise<Refusal | undefined> {
  const no = doc.production_no;
  if (doc.made_qty === null) return refuse(purchaseRefusals.MAKE_UNKNOWN, { no });
  const parts = (await linesOf(ctx, doc.id))
    .map((line) => ({ goodsId: line.goods_id, qty: line.taken_qty ?? line.need_qty }))
    .filter(({ qty }) => qty > 0);
  if (parts.length === 0 || doc.made_qty === 0)
    return refuse(purchaseRefusals.MAKE_NOTHING, { no, what: doc.made_qty === 0 ? '做出' : '投料' });
  const goods = await ctx.db
    .selectFrom('goods')
    .select(['base_unit', 'shelf_days'])
    .where('id', '=', doc.goods_id)
    .executeTakeFirstOrThrow();
  const dates = datesOf(doc, goods.shelf_days ?? 1, dateAt(ctx.clock.now()));
  if (isRefusal(dates)) return dates;
  const { rows } = await sqlOf(ctx.db).query<{ expected: number }>(
    `select ${expectedText} as expected from production p where p.contractor_id = $1 and p.id = $2`,
    [doc.contractor_id, doc.id],
  );
  const expected = Math.max(1, rows[0]!.expected);
  const yieldBp = basisPoints(doc.made_qty, expected)!;
  if (yieldBp < 10_000 - unsaidLossBp && doc.loss_reason === '')
    return refuse(purchaseRefusals.MAKE_LOSS, {
      no,
      short: qtyWords(expected - doc.made_qty, goods.base_unit),
      yield: yieldBp / 100,
    });
  const lot = { goodsId: doc.goods_id, lotNo: doc.lot_no || no, ...dates };
  const [lotId = 0] = await openReceived(ctx, [lot]);
  const whole = { unitId: null, amountFen: 0 };
  const bill = await bookHouse(ctx, {
    kind: 'MAKE',
    storehouseId: doc.storehouse_id,
    reason: `加工单 ${no}${doc.loss_reason ? `：${doc.loss_reason}` : ''}`,
    source: { type: 'PRODUCTION', id: doc.id },
    checker: { accountId: ctx.session.accountId, name: ctx.session.name },
    lines: [
      ...parts.map(({ goodsId, qty }) => ({
        ...whole,
        goodsId,
        typedMilli: qty * 1_000,
        qty,
        move: { kind: 'MAKE_OUT' as const, qty: -qty },
      })),
      {
        ...whole,
        ...lot,
        typedMilli: doc.made_qty * 1_000,
        qty: doc.made_qty,
        move: { kind: 'MAKE_IN', qty: doc.made_qty, lotId, carries: true },
      },
    ],
  });
  if (isRefusal(bill)) return bill;
  await ctx.db
    .updateTable('production')
    .set({
      bill_id: bill,
      lot_id: lotId,
      lot_no: lot.lotNo,
      produced_on: dates.producedOn,
      expires_on: dates.expiresOn,
    })
    .where('id', '=', doc.id)
    .execute();
  await sqlOf(ctx.db).query(
    `update production_line l set taken_qty = l.need_qty where l.contractor_id = $1 and l.production_id = $2 and l.taken_qty is null`,
    [doc.contractor_id, doc.id],
  );
  return undefined;
}

/** MADE → REVERSED: as long as all that came out is still where it was made. */
export const reverseProduction = (ctx: Ctx, doc: ProductionRow, reason: string): Promise<Refusal | undefined> =>
  takeBackHouse(ctx, doc.bill_id!, `${doc.production_no} ${reason}`);
