import { bind } from '../../../kit/server/page/binding.ts';
import { nameOptions } from '../options.ts';
import grade from './grade.page.ts';

export default bind(grade, {
  list: {
    from: (db) => db.selectFrom('agent_grade as g'),
    id: 'g.id',
    columns: {
      name: 'g.name',
      discount: 'g.discount',
      commissionRatio: 'g.commission_ratio',
      annualQuotaFen: 'g.annual_quota_fen',
      rights: 'g.rights',
    },
  },
  options: nameOptions('agent_grade', { hint: 't.rights', order: 't.annual_quota_fen desc', status: false }),
});
