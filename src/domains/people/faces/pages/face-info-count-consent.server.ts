/** 同意记录. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { personOr } from '../../persons/person-search.ts';
import spec from './face-info-count-consent.page.ts';

export default bind(spec, {
  list: over(spec, 'face_consent as c', {
    inner: ['personId as p'],
    refs: ['departmentId as d'],
    columns: { at: sql`(c.at at time zone 'Asia/Shanghai')::date` },
    names: { departmentId: departmentPath },
    where: { keyword: personOr() },
  }),
});
