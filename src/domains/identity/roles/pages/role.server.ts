/** Server side of 角色管理. */
import { anyPage } from '../../../../kit/define/page.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { ownUnit } from '../../own-unit.ts';
import { permissionGroups, within } from '../permissions.ts';
import { createRole, removeRole, setRoleStatus, updateRole } from '../role-commands.ts';
import { roleColumns, roleOfToday, roleOptions } from '../role-list.ts';
import { answerNews, newsNotice, newsOutcome } from '../role-news.ts';
import { readyPosts } from '../templates.ts';
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
  notice: newsNotice,
  outcomes: { join: newsOutcome },
  actions: {
    disable: setRoleStatus('DISABLED'),
    enable: setRoleStatus('NORMAL'),
    join: answerNews(true),
    leave_out: answerNews(false),
  },
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
    templates: readyPosts,
  },
});
