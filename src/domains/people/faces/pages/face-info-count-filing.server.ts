/** 备案. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { storedFaces } from '../face-count.ts';
import { recordFiling } from '../face-filing.ts';
import { filingThreshold } from '../face-states.ts';
import spec from './face-info-count-filing.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'face_filing as g',
    {
      version: true,
      columns: {
        state: sql`now.state`,
        daysLeft: sql`now.left`,
        filingNo: sql`nullif(g.filing_no, '')`,
        office: sql`nullif(g.office, '')`,
        recordedName: sql`nullif(g.recorded_name, '')`,
        updatedAt: sql`case when g.filed_on is not null then g.updated_at end`,
      },
    },
    (from, ctx) => {
      const today = dateAt(ctx.clock.now());
      return from.innerJoinLateral(
        sql<{ state: string; left: number | null }>`(select
          case when g.filed_on is not null then 'FILED' when g.due_on < ${today}::date then 'OVERDUE' else 'DUE' end as state,
          case when g.filed_on is null then g.due_on - ${today}::date end as left)`.as('now'),
        (on) => on.onTrue(),
      );
    },
  ),
  actions: { record: recordFiling },
  notice: async (ctx) => {
    const stored = await storedFaces(ctx);
    return {
      tone: 'info',
      text: `现存人脸 ${stored} 人；达到 ${filingThreshold} 人的当天由系统记下，并从次日起算期限`,
    };
  },
});
