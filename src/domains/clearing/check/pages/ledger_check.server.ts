import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { ruleWords } from '../../../closing/public.server.ts';
import { runUnitInvariants, unitRules } from '../../../settlement/public.server.ts';
import { runInvariants } from '../../../wallet/public.server.ts';
import '../../tables.ts';
import { repairWords } from '../repair-words.ts';
import spec from './ledger_check.page.ts';

interface Break {
  rule: string;
}

/** Rules of a book by their names. */
const namesOf = (book: unknown): Readonly<Record<string, string>> =>
  book === 'UNITS'
    ? unitRules
    : Object.fromEntries(Object.entries(ruleWords).map(([rule, { title }]) => [rule, title]));

const byRule = (breaks: unknown) => Map.groupBy((breaks ?? []) as readonly Break[], ({ rule }) => rule);

/** Books are proven every night: what is older than one night that was missed says so. */
const freshMs = 36 * 3_600_000;

export default bind(spec, {
  list: over(spec, 'ledger_state as s', {
    // The money between units belongs to no unit, and a row is opened and worked by a number above 0: no unit has this one.
    id: sql`greatest(s.id, 1)`,
    columns: {
      state: sql`case when s.started_at is null then 'NEVER' when s.break_count > 0 then 'BROKEN' else 'OK' end`,
      broken: 's.breaks',
      repair: null,
      rules: null,
    },
    derive: ({ broken, book, startedAt }) => {
      const names = namesOf(book);
      const found = byRule(broken);
      return {
        broken: [...found].map(([rule, { length }]) => `${rule} ${names[rule] ?? rule} ${length} 处`).join('；'),
        repair: [...found.keys()].map((rule) => `${rule}：${repairWords[rule] ?? '联系维护'}`).join('；'),
        rules: startedAt
          ? Object.entries(names)
              .map(([rule, name]) => `${found.has(rule) ? '✗' : '✓'} ${rule} ${name}`)
              .join('\n')
          : '',
      };
    },
  }),
  notice: async (ctx) => {
    const since = isoAt(ctx.clock.now() - freshMs);
    const { broken, never, old } = await ctx.db
      .selectFrom('ledger_state as s')
      .select([
        sql<number>`count(*) filter (where s.break_count > 0)::int`.as('broken'),
        sql<number>`count(*) filter (where s.started_at is null)::int`.as('never'),
        sql<number>`count(*) filter (where s.started_at < ${since}::timestamptz)::int`.as('old'),
      ])
      .executeTakeFirstOrThrow();
    if (broken > 0) return { tone: 'danger', text: `${broken} 本账不平：处理以前不出结算单、不能通过月度审核。` };
    if (never + old === 0) return { tone: 'success', text: '账目全部相符。' };
    const late = [...(never > 0 ? [`${never} 本还没有核对过`] : []), ...(old > 0 ? [`${old} 本上一夜没有核对`] : [])];
    return { tone: 'warning', text: `核对过的全部相符；${late.join('，')}，请按「立即核对」。` };
  },
  outsideTransaction: ['again'],
  actions: {
    again: async (ctx, { rows }) => {
      for (const { id, book } of rows) {
        const run = book === 'UNITS' ? await runUnitInvariants(ctx.services) : await runInvariants(ctx.services, id);
        if (isRefusal(run)) return run;
      }
      await ctx.audit({ action: '立即核对', targetName: rows.map(({ unitName }) => unitName).join('、') });
      return null;
    },
  },
});
