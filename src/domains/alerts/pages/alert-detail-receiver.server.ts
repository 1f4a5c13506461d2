import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../kit/server/page/crud.ts';
import { over } from '../../../kit/server/page/over.ts';
import spec from './alert-detail-receiver.page.ts';

export default bind(spec, {
  list: over(spec, 'alert_receiver as r', {
    names: {
      employeeId: sql`(select /* wall: the member of the row */ a.name from employee e join account a on a.id = e.account_id
        where e.id = r.employee_id)`,
    },
  }),
  ...tableCrud(spec, { table: 'alert_receiver', unique: { alert_receiver_once: 'employeeId' } }),
  actions: onOff('alert_receiver'),
});
