import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { idsNamed } from '../../../../kit/server/jobs/import/ids-named.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, refusalMessage } from '../../../../kit/server/refusal.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { freezeNotice } from '../freeze-notice.ts';
import { shelfColumns } from '../shelf-columns.ts';
import { priceOutcome, printLabel, putOn, reprice, takeOff, withdrawPrice } from '../shelf-moves.ts';
import { codesIn, refuseCodes, type ShelfValues, setPackCodes, shelve } from '../shelve.ts';
import { withNow } from '../with-now.ts';
import { shelf, shelfPrice } from './goods.page.ts';

const { update } = tableCrud(shelf, {
  table: 'shop_shelf',
  nameField: 'goodsName' as never,
  skip: ['packCodes'],
  check: (ctx, values, before) =>
    refuseCodes(
      ctx,
      { organizationId: before!.organizationId as number, goodsId: before!.goodsId as number },
      { plu: values.plu, codes: codesIn(values.packCodes) },
    ),
  after: async (ctx, id, values) => {
    if (values.packCodes !== undefined) await setPackCodes(ctx, id, codesIn(values.packCodes));
    return undefined;
  },
});

const list = bind(shelf, {
  list: over(
    shelf,
    'shop_shelf as s',
    {
      inner: ['goodsId as g'],
      columns: { ...shelfColumns, packCodes: sql`nullif(array_to_string(s.barcodes, '、'), '')` },
    },
    (from, ctx) => withNow(from, ctx),
  ),
  create: (ctx, values) => shelve(ctx, values as ShelfValues),
  update,
  actions: { price: reprice, on: putOn, off: takeOff, label: printLabel },
  outcomes: { price: priceOutcome },
  reads: ['label'],
  notice: (ctx) => freezeNotice(sqlOf(ctx.db), ownContractor(ctx), isoAt(ctx.clock.now())),
  importRows: {
    resolve: async (ctx, field, names) => {
      if (field === 'organizationId') {
        const sites = await ctx.db
          .selectFrom('organization')
          .select(['id', 'name'])
          .where('name', 'in', names)
          .orderBy('id')
          .execute();
        return new Map(sites.map((one) => [one.name, one.id]));
      }
      const goods = await ctx.db
        .selectFrom('goods')
        .select(['id', 'name', 'code'])
        .where((eb) => eb.or([eb('name', 'in', names), eb('code', 'in', names)]))
        .orderBy('id')
        .execute();
      return idsNamed(goods);
    },
    commit: async (ctx, rows) => {
      const refused = new Map<number, string>();
      for (const { rowNo, values } of rows) {
        const made = await shelve(ctx, values as unknown as ShelfValues);
        if (isRefusal(made)) refused.set(rowNo, refusalMessage(made));
      }
      return refused;
    },
  },
});

const prices = bind(shelfPrice, {
  list: over(
    shelfPrice,
    'shelf_price as p',
    {
      columns: {
        shelfId: 's.id',
        state: sql`case when p.from_at > clock.now then 'COMING' when exists (select 1 from shelf_price n
          where n.contractor_id = p.contractor_id and n.organization_id = p.organization_id and n.goods_id = p.goods_id
            and n.from_at > p.from_at and n.from_at <= clock.now) then 'OVER' else 'NOW' end`,
      },
    },
    (from, ctx) =>
      withNow(from, ctx).innerJoin('shop_shelf as s', (on) =>
        on
          .onRef('s.contractor_id', '=', 'p.contractor_id')
          .onRef('s.organization_id', '=', 'p.organization_id')
          .onRef('s.goods_id', '=', 'p.goods_id'),
      ),
  ),
  actions: { withdraw: withdrawPrice },
});

export default [list, prices];
