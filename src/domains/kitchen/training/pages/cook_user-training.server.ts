/** 培训记录. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { correctTraining, recordTraining } from '../record-training.ts';
import spec from './cook_user-training.page.ts';

/** Of 100, from here on an examination is passed. */
const passScore = 60;

const correctedBy = sql`exists (select 1 from training n where n.organization_id = t.organization_id and n.corrects_id = t.id)`;
const attended = sql`from training_person x join person p on p.organization_id = x.organization_id and p.id = x.person_id
  where x.organization_id = t.organization_id and x.training_id = t.id`;

export default bind(spec, {
  list: over(spec, 'training as t', {
    columns: {
      people: sql`(select json_agg(json_build_object('personId', x.person_id, 'score', x.score) order by p.name) ${attended})`,
      count: sql`(select count(*)::int ${attended})`,
      names: sql`(select string_agg(p.name, '、' order by p.name) ${attended})`,
      passed: sql`(select case when count(x.score) = 0 then '未考核'
        else count(*) filter (where x.score >= ${sql.lit(passScore)}) || '/' || count(x.score) || ' 合格' end ${attended})`,
      state: sql`case when ${correctedBy} then '已更正' when t.corrects_id is not null then '更正' else '有效' end`,
    },
  }),
  create: recordTraining,
  actions: {
    correct: correctTraining,
  },
});
