/** 取款明细 over the cash-out documents. */
import { bind } from '../../../kit/server/page/binding.ts';
import { cashOut } from '../cash-out.ts';
import { receipt } from '../receipt.ts';
import { reverseDocument } from '../reverse.ts';
import { personOr } from '../search.ts';
import spec from './cash_out_detail.page.ts';

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('cash_out as c')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        ),
    id: 'c.id',
    columns: {
      cashOutNo: 'c.cash_out_no',
      at: 'c.at',
      personId: 'c.person_id',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      amountFen: 'c.amount_fen',
      reason: 'c.reason',
      operatorName: 'c.operator_name',
      balanceAfterFen: 'c.balance_after_fen',
      businessDate: 'c.business_date',
      status: 'c.status',
      remark: 'c.remark',
    },
    names: { personId: 'p.name', departmentId: 'd.name' },
    where: { keyword: personOr('c.cash_out_no') },
  },
  outsideTransaction: ['create', 'reverse'],
  create: (ctx, values) =>
    cashOut(ctx, {
      personId: values.personId!,
      amountFen: values.amountFen!,
      reason: values.reason!,
      remark: values.remark ?? '',
    }),
  actions: {
    reverse: async (ctx, { rows, values }) => {
      const row = rows[0]!;
      const { posting_id } = await ctx.db
        .selectFrom('cash_out')
        .select('posting_id')
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      return reverseDocument(
        ctx,
        {
          table: 'cash_out',
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
          title: '取款凭条（补打）',
          documentNo: String(row.cashOutNo),
          personName: String(row.personName),
          jobNumber: row.jobNumber as string | null,
          amountFen: row.amountFen as number,
          balanceFen: row.balanceAfterFen as number,
          at: String(row.at).slice(0, 19).replace('T', ' '),
          operator: String(row.operatorName),
          unit: ctx.session.unitName ?? '',
        }),
      };
    },
  },
});
