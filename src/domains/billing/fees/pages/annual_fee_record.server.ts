import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { addDays, dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { unitName } from '../../../settlement/public.server.ts';
import { withToday } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { endOutcome } from '../../bills/bill-moves.ts';
import {
  billIdOf,
  callCustomer,
  confirmFee,
  registerFee,
  registerOutcome,
  renewCustomer,
  renewOutcome,
  voidFee,
} from '../collect-fee.ts';
import spec from './annual_fee_record.page.ts';

interface Billed {
  bill_no: string;
  status: string;
  pay_way: string | null;
  paid_at: string | null;
  commission_fen: number;
  waits: boolean;
}

/** What a row's agent may know of its customer's bill. */
const billed = sql<Billed>`lateral (select /* wall: the bill of the row */ b.bill_no, b.status, b.pay_way, b.paid_at, b.commission_fen,
  exists (select from unit_bill_payment p where p.bill_id = b.id and p.way = 'TRANSFER' and p.status = 'WAITING') as waits
  from unit_bill b where b.id = o.bill_id)`;

const called = sql<{ n: number; words: string | null; promised_on: string | null }>`lateral (
  select /* wall: calls about the row's fee */ count(*)::int as n, max(c.promised_on) as promised_on,
    (array_agg(to_char(c.created_at at time zone 'Asia/Shanghai', 'MM-DD') || ' ' || c.maker_name || '：' || c.words
      order by c.created_at desc, c.id desc))[1] as words
  from annual_fee_call c where c.order_id = o.id)`;

const ofUnit = (column: 'contact' | 'phone') => sql`case o.unit_type
  when 'ORGANIZATION' then (select /* wall: the customer of the row */ n.${sql.ref(column)} from organization n where n.id = o.unit_id)
  else (select /* wall: the customer of the row */ n.${sql.ref(column)} from contractor n where n.id = o.unit_id) end`;

export default bind(spec, {
  list: over(
    spec,
    'subscription_order as o',
    {
      columns: {
        unitName: unitName('o'),
        contact: ofUnit('contact'),
        phone: ofUnit('phone'),
        expiry: sql`case when b.status not in ('UNPAID', 'OVERDUE') then null when o.expires_on < clock.today then 'OVER'
          when o.expires_on - clock.today <= 7 then 'D7' when o.expires_on - clock.today <= 30 then 'D30'
          when o.expires_on - clock.today <= 60 then 'D60' else 'LATER' end`,
        billNo: 'b.bill_no',
        billStatus: 'b.status',
        waits: 'b.waits',
        payWay: 'b.pay_way',
        paidAt: 'b.paid_at',
        commissionFen: sql`case when b.status = 'VOID' then 0 else b.commission_fen end`,
        callCount: 'c.n',
        lastCall: 'c.words',
        promisedOn: 'c.promised_on',
      },
      names: {
        agentId: sql`(select /* wall: the agent of the row, by its name alone */ n.name from agent n where n.id = o.agent_id)`,
      },
    },
    (from, ctx) =>
      withToday(from, ctx)
        .innerJoin('application as a', (on) => on.onRef('a.id', '=', 'o.application_id').on('a.base', '=', true))
        .innerJoin(billed.as('b'), (on) => on.onTrue())
        .innerJoin(called.as('c'), (on) => on.onTrue()),
  ),
  notice: async (ctx) => {
    const today = dateAt(ctx.clock.now());
    const rows = await ctx.db
      .selectFrom('subscription_order as o')
      .innerJoin('application as a', (on) => on.onRef('a.id', '=', 'o.application_id').on('a.base', '=', true))
      .select(['o.amount_fen', 'o.expires_on'])
      .where('o.status', '=', 'WAITING')
      .execute();
    if (rows.length === 0) return null;
    const within = (days: number) => rows.filter((one) => (one.expires_on ?? today) <= addDays(today, days)).length;
    const fen = rows.reduce((sum, one) => sum + one.amount_fen, 0);
    return {
      tone: within(7) > 0 ? 'warning' : 'info',
      text: `待收年费 ${rows.length} 笔，共 ${formatFenGrouped(fen)} 元：7 天内到期 ${within(7)} 家，30 天内 ${within(30)} 家，60 天内 ${within(60)} 家（含已到期 ${within(-1)} 家）。`,
    };
  },
  outcomes: {
    renew: renewOutcome,
    register: registerOutcome,
    void: async (ctx, input) => endOutcome('void')(ctx, { ...input, ids: [await billIdOf(ctx, input.ids[0] ?? 0)] }),
  },
  actions: { renew: renewCustomer, register: registerFee, call: callCustomer, confirm: confirmFee, void: voidFee },
});
