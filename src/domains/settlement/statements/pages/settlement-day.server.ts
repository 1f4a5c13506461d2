import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import spec from './settlement-day.page.ts';

export default bind(spec, {
  list: over(spec, 'unit_statement_line as l', {
    columns: {
      refersNo: sql`(select s.statement_no from unit_statement s where s.organization_id = l.organization_id and s.id = l.refers_to)`,
    },
  }),
});
