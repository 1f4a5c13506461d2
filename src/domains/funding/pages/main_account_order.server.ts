/** 主账户订单 over the view of all kinds of orders. */
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { inDepartments } from '../../people/department-sql.ts';
import { personOr } from '../../people/person-search.ts';
import { checkBill } from '../bill/check-bill.ts';
import { checkSheet, latestChecks, oneCheck } from '../bill/read-checks.ts';
import { closePayment, queryPayment } from '../pay/online-order.ts';
import spec from './main_account_order.page.ts';

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('main_account_order as o')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        ),
    id: 'o.id',
    columns: {
      orderNo: 'o.order_no',
      kind: 'o.kind',
      personId: 'o.person_id',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      amountFen: 'o.amount_fen',
      channel: 'o.channel',
      channelNo: 'o.channel_no',
      operatorName: 'o.operator_name',
      createdAt: 'o.created_at',
      finishedAt: 'o.finished_at',
      error: 'o.error',
      remark: 'o.remark',
      status: 'o.status',
    },
    names: { personId: 'p.name', departmentId: 'd.name' },
    where: { keyword: personOr('o.order_no'), departmentId: inDepartments('p.department_id') },
  },
  outsideTransaction: ['ask', 'close', 'bill_check'],
  actions: {
    ask: async (ctx, { ids }) => {
      const asked = await queryPayment(ctx.services, ownOrganization(ctx), ids[0]!);
      return isRefusal(asked) ? asked : null;
    },
    close: (ctx, { ids }) => closePayment(ctx.services, ownOrganization(ctx), ids[0]!),
  },
  verbs: {
    bill_check: (ctx, { fileKey }) =>
      typeof fileKey === 'string' ? checkBill(ctx, fileKey) : Promise.resolve(refuseField('fileKey', '请上传账单文件')),
    bill_checks: (ctx) => latestChecks(ctx),
    bill_found: (ctx, { id }) => oneCheck(ctx, id),
    bill_sheet: (ctx, { id }) => checkSheet(ctx, id),
  },
});
