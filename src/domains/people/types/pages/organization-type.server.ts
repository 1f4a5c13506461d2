/** Server side of 人员类别. The first type of an organization becomes its default. */
import { sql } from 'kysely';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import '../../refusals.ts';
import { setDefaultType } from '../set-default-type.ts';
import { setTypeOverdraft } from '../set-type-overdraft.ts';
import spec from './organization-type.page.ts';

const crud = tableCrud(spec, {
  table: 'person_type',
  owner: async (ctx) => {
    const organizationId = ownOrganization(ctx);
    const first = await ctx.db.selectFrom('person_type').select('id').where('is_default', '=', true).executeTakeFirst();
    return { organization_id: organizationId, is_default: !first };
  },
  unique: { person_type_name: 'name' },
  usedBy: [{ table: 'person', column: 'type_id', what: '就餐人员' }],
});

export default bind(spec, {
  list: over(spec, 'person_type as t', {
    columns: {
      peopleCount: sql`(select count(*)::int from person p
        where p.organization_id = t.organization_id and p.type_id = t.id and p.status <> 'CLOSED')`,
    },
  }),
  create: (ctx, values) => crud.create(ctx, { ...values, overdraftLimitFen: values.overdraftLimitFen ?? 0 }),
  update: async (ctx, id, values, before) => {
    const filled = values.overdraftLimitFen === null ? { ...values, overdraftLimitFen: 0 } : values;
    const done = await crud.update(ctx, id, filled, before);
    if (isRefusal(done)) return done;
    const changed =
      (filled.allowOverdraft ?? before.allowOverdraft) !== before.allowOverdraft ||
      (filled.overdraftLimitFen ?? before.overdraftLimitFen) !== before.overdraftLimitFen;
    return changed ? await setTypeOverdraft(ctx, id) : done;
  },
  remove: async (ctx, id, before) =>
    before.isDefault ? refuse('DEFAULT_TYPE', { name: String(before.name) }) : crud.remove(ctx, id, before),
  actions: {
    disable: setColumn('person_type', 'status', 'DISABLED', '停用'),
    enable: setColumn('person_type', 'status', 'NORMAL', '启用'),
    setDefault: setDefaultType,
  },
  options: named('person_type', { order: 't.is_default desc', disabled: "t.status <> 'NORMAL'" }),
});
