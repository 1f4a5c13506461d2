import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { setAgentGrade } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { proposeGrades } from '../propose-grades.ts';
import { proposalFlow } from '../states.ts';
import spec from './grade_proposal.page.ts';

const { confirm, drop } = moves(proposalFlow, {
  table: 'agent_grade_proposal',
  name: (one) => `${one.year} 年等级`,
  stamped: true,
  after: {
    confirm: async (ctx, one) => {
      await setAgentGrade(sqlOf(ctx.db), one.agent_id, one.to_grade_id, isoAt(ctx.clock.now()));
      return null;
    },
  },
});

export default bind(spec, {
  list: over(spec, 'agent_grade_proposal as p', {
    version: true,
    columns: {
      // A year is a name: as a number it would be written 2,026.
      year: sql`p.year::text`,
      quotaFen: sql`(select g.annual_quota_fen from agent_grade g where g.id = p.to_grade_id)`,
    },
  }),
  outsideTransaction: ['propose'],
  actions: {
    confirm,
    drop,
    propose: async (ctx, { values }) => {
      const { accountId, name } = ctx.session;
      const found = await proposeGrades(ctx.services, Number(values.year), { id: accountId, name });
      await ctx.audit({ action: '提出等级调整', targetName: `${values.year} 年，${found} 家` });
      return null;
    },
  },
});
