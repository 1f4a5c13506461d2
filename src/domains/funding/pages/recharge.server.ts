/** 充值 and 充值明细 over the recharge orders. */
import { sql } from 'kysely';
import { bind, type ListSource } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Channel } from '../../wallet/types.ts';
import { receipt } from '../receipt.ts';
import { recharge as book } from '../recharge.ts';
import { reverseDocument } from '../reverse.ts';
import { recharge, rechargeDetail, type rechargeFields } from './recharge.page.ts';

const list: ListSource<typeof rechargeFields> = {
  from: (db) =>
    db
      .selectFrom('recharge_order as o')
      .innerJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
      )
      .leftJoin('department as d', (on) =>
        on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
      ),
  id: 'o.id',
  columns: {
    orderNo: 'o.order_no',
    personId: 'o.person_id',
    jobNumber: 'p.job_number',
    departmentId: 'p.department_id',
    accountKind: 'o.account_kind',
    amountFen: 'o.amount_fen',
    giftFen: 'o.gift_fen',
    feeFen: 'o.fee_fen',
    channel: 'o.channel',
    channelNo: 'o.channel_no',
    operatorName: 'o.operator_name',
    createdAt: 'o.created_at',
    businessDate: 'o.business_date',
    creditedAt: 'o.credited_at',
    balanceAfterFen: 'o.balance_after_fen',
    status: 'o.status',
    remark: 'o.remark',
  },
  names: { personId: 'p.name', departmentId: 'd.name' },
  where: {
    keyword: (value) => {
      const like = `%${String(value)
        .trim()
        .replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
      return sql`(p.name ilike ${like} or p.job_number ilike ${like} or o.order_no ilike ${like})`;
    },
  },
};

/** Channels whose money is seen by another party need that party's number. */
const needsNumber = new Set(['TRANSFER', 'BANK', 'WECHAT', 'ALIPAY']);

export default [
  bind(recharge, {
    list,
    outsideTransaction: ['create', 'reverse'],
    create: async (ctx, values) => {
      const channel = values.channel as Channel;
      if (needsNumber.has(channel) && !values.channelNo) return refuseField('channelNo', '该渠道须填写渠道流水号');
      return book(ctx, {
        personId: values.personId!,
        amountFen: values.amountFen!,
        giftFen: values.giftFen ?? 0,
        channel,
        channelNo: values.channelNo ?? '',
        remark: values.remark ?? '',
      });
    },
    actions: {
      reverse: async (ctx, { rows, values }) => {
        const row = rows[0]!;
        const { posting_id } = await ctx.db
          .selectFrom('recharge_order')
          .select('posting_id')
          .where('id', '=', row.id)
          .executeTakeFirstOrThrow();
        return reverseDocument(
          ctx,
          {
            table: 'recharge_order',
            id: row.id,
            personId: row.personId as number,
            personName: String(row.personName),
            postingId: posting_id,
            businessDate: String(row.businessDate),
            amountFen: row.amountFen as number,
          },
          String(values.reason),
        );
      },
      receipt: async (ctx, { rows }) => {
        const row = rows[0]!;
        return {
          receipt: receipt({
            title: '充值凭条（补打）',
            documentNo: String(row.orderNo),
            personName: String(row.personName),
            jobNumber: row.jobNumber as string | null,
            amountFen: row.amountFen as number,
            balanceFen: row.balanceAfterFen as number,
            at: String(row.createdAt).slice(0, 19).replace('T', ' '),
            operator: String(row.operatorName),
            unit: ctx.session.unitName ?? '',
          }),
        };
      },
    },
  }),
  bind(rechargeDetail, { list }),
];
