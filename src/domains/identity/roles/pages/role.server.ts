/** Server side of 角色管理. */
import { anyPage } from '../../../../kit/define/page.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { beyondScope } from '../../../../kit/server/query/beyond-scope.ts';
import { ownUnit } from '../../own-unit.ts';
import { livingGrants } from '../living-grants.ts';
import { permissionGroups, within } from '../permissions.ts';
import { createRole, removeRole, setRoleStatus, updateRole } from '../role-commands.ts';
import { roleColumns, roleOfToday, roleOptions } from '../role-list.ts';
import role from './role.page.ts';

const { fields } = anyPage(role);

export default bind(role, {
  list: over(role, 'role as r', { columns: roleColumns, derive: roleOfToday }, (from, ctx) => {
    const unit = ownUnit(ctx);
    return from.where('r.unit_type', '=', unit.type).where('r.unit_id', '=', unit.id);
  }),
  create: async (ctx, values) => {
    const unit = ownUnit(ctx);
    return createRole(ctx, fields, unit.type, unit.id, values);
  },
  update: (ctx, id, values, before) => updateRole(ctx, fields, id, values, before),
  remove: removeRole,
  actions: { disable: setRoleStatus('DISABLED'), enable: setRoleStatus('NORMAL') },
  options: roleOptions,
  reads: ['permissions', 'templates'],
  bodies: { permissions: nothing, templates: nothing },
  verbs: {
    /** What this session may hand on. */
    permissions: async (ctx) => {
      const { grants } = ctx.session;
      return within(
        permissionGroups(ctx.services.registry, ownUnit(ctx).type),
        (g) => grants === 'ALL' || grants.has(g),
      );
    },
    /** Templates to start from. They belong to no unit, so they are read beside the scope. */
    templates: async (ctx) => {
      const templates = await beyondScope(ctx)
        .selectFrom('role')
        .select(['id', 'name', 'grants', 'data_scope as dataScope', 'remark'])
        .where('is_template', '=', true)
        .where('status', '=', 'NORMAL')
        .where('unit_type', '=', ownUnit(ctx).type)
        .orderBy('name')
        .limit(200)
        .execute();
      return templates.map((one) => ({ ...one, grants: livingGrants(ctx.services.registry, one.grants) }));
    },
  },
});
