/** 现金存款 over the cash documents. */
import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { deposit as book } from '../deposit.ts';
import { receipt } from '../receipt.ts';
import { reverseDocument } from '../reverse.ts';
import deposit from './deposit.page.ts';

export default bind(deposit, {
  list: {
    from: (db) =>
      db
        .selectFrom('cash_deposit as c')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        ),
    id: 'c.id',
    columns: {
      depositNo: 'c.deposit_no',
      receiptNo: 'c.receipt_no',
      personId: 'c.person_id',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      amountFen: 'c.amount_fen',
      balanceAfterFen: 'c.balance_after_fen',
      operatorName: 'c.operator_name',
      at: 'c.at',
      businessDate: 'c.business_date',
      status: 'c.status',
      remark: 'c.remark',
    },
    names: { personId: 'p.name', departmentId: 'd.name' },
    where: {
      keyword: (value) => {
        const like = `%${String(value)
          .trim()
          .replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
        return sql`(p.name ilike ${like} or p.job_number ilike ${like} or c.deposit_no ilike ${like})`;
      },
    },
  },
  outsideTransaction: ['create', 'reverse'],
  create: (ctx, values) =>
    book(ctx, { personId: values.personId!, amountFen: values.amountFen!, remark: values.remark ?? '' }),
  actions: {
    reverse: async (ctx, { rows, values }) => {
      const row = rows[0]!;
      const { posting_id } = await ctx.db
        .selectFrom('cash_deposit')
        .select('posting_id')
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      return reverseDocument(
        ctx,
        {
          table: 'cash_deposit',
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
          title: '现金存款凭条（补打）',
          documentNo: String(row.depositNo),
          personName: String(row.personName),
          jobNumber: row.jobNumber as string | null,
          amountFen: row.amountFen as number,
          balanceFen: row.balanceAfterFen as number,
          at: String(row.at).slice(0, 19).replace('T', ' '),
          operator: String(row.operatorName),
          unit: ctx.session.unitName ?? '',
          extra: [['小票号', String(row.receiptNo)]],
        }),
      };
    },
  },
});
