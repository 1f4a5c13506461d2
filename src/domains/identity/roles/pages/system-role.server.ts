/** Server side of the role templates. */

import { choice } from '../../../../kit/define/field.ts';
import { anyPage } from '../../../../kit/define/page.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { unitTypes } from '../../fields.ts';
import { permissionGroups } from '../permissions.ts';
import { createRole, removeRole, setRoleStatus, updateRole } from '../role-commands.ts';
import { roleColumns, roleOfToday } from '../role-list.ts';
import { answerNews, newsOutcome } from '../role-news.ts';
import role from './system-role.page.ts';

const { fields } = anyPage(role);

export default bind(role, {
  list: over(role, 'role as r', { columns: roleColumns, derive: roleOfToday }, (from) =>
    from.where('r.is_template', '=', true),
  ),
  create: (ctx, values) => createRole(ctx, fields, values.unitType!, null, values),
  update: (ctx, id, values, before) => updateRole(ctx, fields, id, values, before),
  remove: removeRole,
  outcomes: { join: newsOutcome },
  actions: {
    disable: setRoleStatus('DISABLED'),
    enable: setRoleStatus('NORMAL'),
    join: answerNews(true),
    leave_out: answerNews(false),
  },
  reads: ['permissions', 'templates'],
  bodies: { permissions: { unitType: choice('适用类型', unitTypes, { required: true }) }, templates: nothing },
  verbs: {
    permissions: async (ctx, { unitType }) => {
      const type = unitTypes.find((t) => t.value === unitType)?.value;
      return type ? permissionGroups(ctx.services.registry, type) : refuse('MALFORMED', { detail: '适用类型不存在' });
    },
    templates: async () => [],
  },
});
