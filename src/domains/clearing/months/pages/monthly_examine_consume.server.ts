import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { kitRefusals, refuse } from '../../../../kit/server/refusal.ts';
import { organizationName } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { examineMonths, noteStep, refuseApproval } from '../examine.ts';
import { lockMonths } from '../make-pack.ts';
import { type MonthStep, monthFlow } from '../month-states.ts';
import spec from './monthly_examine_consume.page.ts';

const ofMonth = sql`date_trunc('month', u.business_date)::date = m.month and u.business_date >= m.month and u.business_date < (m.month + interval '1 month')`;

const actions = moves(monthFlow, {
  table: 'unit_month',
  name: (doc, row) => `${String(row.organizationName ?? '')} ${doc.month.slice(0, 7)}`,
  write: { again: () => ({ maker_id: null, maker_name: '', examined_at: null }), ask: () => ({}) },
  check: { approve: (ctx, doc) => refuseApproval(ctx, doc, false) },
});
const together = moves(monthFlow, {
  table: 'unit_month',
  name: (doc, row) => `${String(row.organizationName ?? '')} ${doc.month.slice(0, 7)}`,
  check: { approve: (ctx, doc) => refuseApproval(ctx, doc, true) },
});

async function packFile(ctx: Ctx, organizationId: number, month: string) {
  const pack = await ctx.db
    .selectFrom('month_pack')
    .select(['file_key', 'month'])
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .executeTakeFirst();
  const file = pack && (await ctx.services.files.get(pack.file_key));
  if (!file) return refuse(kitRefusals.FILE_GONE);
  await ctx.audit({ action: '下载月度资料包', targetId: organizationId, targetName: month.slice(0, 7) });
  return {
    file: { name: `月度资料 ${month.slice(0, 7)}.zip`, type: 'application/zip', content: await buffer(file.stream) },
  };
}

export default bind(spec, {
  list: over(spec, 'unit_month as m', {
    version: true,
    maker: 'm.maker_id',
    columns: {
      consumeFen: sql`(select coalesce(sum(u.amount_fen - u.reversed_fen + u.supplement_fen), 0)::bigint from consumed_by_place u
        where u.organization_id = m.organization_id and ${ofMonth})`,
      lateCount: sql`(select count(*)::int from posting g where g.organization_id = m.organization_id and g.business_date > g.occurred_date
        and g.occurred_date >= m.month and g.occurred_date < (m.month + interval '1 month'))`,
      open: null,
      monthName: sql`to_char(m.month, 'YYYY-MM')`,
    },
    names: { organizationId: organizationName('m.organization_id') },
    derive: ({ steps, makerName }) => {
      const all = (steps ?? []) as MonthStep[];
      return {
        open: makerName
          ? all
              .filter((s) => !s.ok)
              .map((s) => `${s.title}：${s.figure}${s.note ? '（已说明）' : ''}`)
              .join('；') || '各项为绿'
          : '未初审',
        steps: all
          .map(
            (s) =>
              `${s.ok ? '✓' : s.note ? '〇' : '✗'} ${s.title}：${s.figure}${s.note ? `；${s.note.by}：${s.note.text}` : ''}`,
          )
          .join('\n'),
      };
    },
  }),
  notice: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('unit_month')
      .select(['status', sql<number>`count(*)::int`.as('n')])
      .where('status', 'in', ['PENDING', 'APPROVED', 'REJECTED'])
      .groupBy('status')
      .orderBy('status')
      .execute();
    const said = rows.map(({ status, n }) => `${monthFlow.labelOf(status)} ${n} 个`);
    return said.length === 0 ? null : { tone: 'info', text: `${said.join('，')}。` };
  },
  outsideTransaction: ['lock'],
  actions: {
    ...actions,
    approve: (ctx, input) => (input.ids.length > 1 ? together : actions).approve(ctx, input),
    examine: examineMonths,
    note: noteStep,
    lock: async (ctx, { ids, rows }) => {
      const { accountId, name } = ctx.session;
      const failed = await lockMonths(ctx.services, ids, { accountId, name });
      const nameOf = (id: number) => {
        const row = rows.find((one) => one.id === id);
        return `${String(row?.organizationName ?? '')} ${String(row?.month ?? '').slice(0, 7)}`;
      };
      await ctx.audit({
        action: '锁定月份',
        targetName: `${ids.length - failed.length} 个，未锁定 ${failed.length} 个`,
      });
      if (failed.length > 0 && ids.length === 1) return refuse('NOT_NOW', { why: failed[0]!.why });
      return {
        receipt: {
          title: '锁定结果',
          lines: [
            ['已锁定', `${ids.length - failed.length} 个`],
            ['未锁定', `${failed.length} 个`],
            ...failed.map(({ id, why }): [string, string] => [nameOf(id), why]),
          ],
        },
      };
    },
    pack: (ctx, { rows }) => packFile(ctx, Number(rows[0]!.organizationId), String(rows[0]!.month)),
  },
});
