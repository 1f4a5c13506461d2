/** Server side of 食材分类. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import spec from './food_stuff_type.page.ts';

const crud = tableCrud(spec, {
  table: 'food_stuff_type',
  blank: { sort: 0, needTest: false },
  owner: () => ({}),
  unique: { food_stuff_type_code: 'code', food_stuff_type_name: 'name' },
  usedBy: [
    { table: 'lib_food_stuff', column: 'type_id', what: '平台食材' },
    { table: 'food_stuff', column: 'type_id', what: '单位食材' },
  ],
});

export default bind(spec, {
  list: over(spec, 'food_stuff_type as t', {
    columns: { stuffCount: sql`(select count(*)::int from lib_food_stuff s where s.type_id = t.id)` },
  }),
  ...crud,
  actions: onOff('food_stuff_type'),
  options: named('food_stuff_type', { order: 't.code', search: ['name', 'code'], offered: `t.status = 'NORMAL'` }),
});
