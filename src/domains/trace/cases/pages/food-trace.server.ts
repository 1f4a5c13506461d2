/** 溯源. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { samplesOf, sealCase } from '../case-store.ts';
import { caseFlow } from '../case-words.ts';
import { createCase } from '../open-case.ts';
import spec from './food-trace.page.ts';

export default bind(spec, {
  list: over(spec, 'trace_case as c', {
    maker: 'c.maker_id',
    columns: {
      people: null,
      sickCount: sql`(select count(*)::int from trace_person p where p.organization_id = c.organization_id and p.case_id = c.id and p.sick)`,
      sealedCount: sql`cardinality(c.sample_ids)`,
    },
  }),
  create: (ctx, values) =>
    createCase(ctx, {
      title: values.title!,
      remark: values.remark ?? '',
      fromAt: values.fromAt ?? null,
      toAt: values.toAt ?? null,
      people: (values.people ?? []).map((one) => ({
        who: one.who!.trim(),
        sick: one.sick !== false,
        onsetAt: one.onsetAt ?? null,
        symptoms: one.symptoms ?? '',
      })),
    }),
  actions: moves(caseFlow, {
    table: 'trace_case',
    name: (one) => one.case_no,
    stamped: true,
    check: {
      reopen: (_ctx, one) => (one.nameless_at === null ? undefined : refuse('CASE_NAMELESS', { caseNo: one.case_no })),
    },
    after: {
      open: (ctx, one) => sealCase(ctx, one),
      reopen: (ctx, one) => sealCase(ctx, one),
    },
  }),
  outcomes: {
    open: async (ctx, { ids }) => {
      const found = await ctx.db.selectFrom('trace_case').selectAll().where('id', '=', ids[0]!).executeTakeFirst();
      if (!found) return refuse('NOT_FOUND');
      const samples = await samplesOf(ctx, found);
      return { lines: [['将封存', `${samples.length} 份样品，除送检外不能取出`]], amount: `封存 ${samples.length} 份` };
    },
  },
});
