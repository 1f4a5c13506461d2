/** Server side of 角色管理. */
import { anyPage } from '../../../kit/define/page.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { ownUnit } from '../own-unit.ts';
import { permissionGroups, within } from '../permissions.ts';
import { createRole, removeRole, setRoleStatus, updateRole } from '../role-commands.ts';
import { roleColumns, roleOptions } from '../role-list.ts';
import role from './role.page.ts';

const { fields } = anyPage(role);

export default bind(role, {
  list: {
    from: (db, ctx) => {
      const unit = ownUnit(ctx);
      return db.selectFrom('role as r').where('r.unit_type', '=', unit.type).where('r.unit_id', '=', unit.id);
    },
    columns: roleColumns,
    id: 'r.id',
    version: 'r.version',
  },
  create: async (ctx, values) => {
    const unit = ownUnit(ctx);
    return createRole(ctx, fields, unit.type, unit.id, values);
  },
  update: (ctx, id, values, before) => updateRole(ctx, fields, id, values, before),
  remove: removeRole,
  actions: { disable: setRoleStatus('DISABLED'), enable: setRoleStatus('NORMAL') },
  options: roleOptions,
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
    templates: async (ctx) =>
      ctx.services.db
        .selectFrom('role')
        .select(['id', 'name', 'grants', 'data_scope as dataScope', 'remark'])
        .where('is_template', '=', true)
        .where('status', '=', 'NORMAL')
        .where('unit_type', '=', ownUnit(ctx).type)
        .orderBy('name')
        .limit(200)
        .execute(),
  },
});
