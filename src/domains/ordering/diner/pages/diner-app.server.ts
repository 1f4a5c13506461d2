/** 就餐人接口. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { firstKey, renewKey, showBindingCode } from '../app-keys.ts';
import spec from './diner-app.page.ts';

const crud = tableCrud(spec, {
  table: 'diner_app',
  blank: { remark: '' },
  unique: { diner_app_name: 'name' },
});

export default bind(spec, {
  list: over(spec, 'diner_app as a', {
    columns: {
      appId: sql<string>`a.id::text`,
      bound: sql<number>`(select count(*)::int from person_binding b where b.organization_id = a.organization_id
        and b.app_id = a.id and b.kind = 'APP' and b.status = 'BOUND')`,
    },
  }),
  ...crud,
  create: async (ctx, values) => {
    const made = await crud.create(ctx, values);
    return isRefusal(made) ? made : { ...made, ...(await firstKey(ctx, made.id)) };
  },
  actions: {
    code: showBindingCode,
    renew: renewKey,
    disable: setColumn('diner_app', 'status', 'DISABLED', '停用'),
    enable: setColumn('diner_app', 'status', 'NORMAL', '启用'),
  },
});
