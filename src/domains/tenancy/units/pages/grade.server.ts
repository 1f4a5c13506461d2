import { bind } from '../../../../kit/server/page/binding.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import grade from './grade.page.ts';

export default bind(grade, {
  list: over(grade, 'agent_grade as g'),
  options: named('agent_grade', { hint: 't.rights', order: 't.annual_quota_fen desc' }),
});
