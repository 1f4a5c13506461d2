/** Server side of the child list 版本: the versions of a row, and taking back one that waits. */

import { fromKey, type versionsPage } from '../../define/versions.ts';
import { isoAt } from '../clock.ts';
import { ownOrganization } from '../context.ts';
import { bind } from '../page/binding.ts';
import { over } from '../page/over.ts';
import type { Tables } from '../query/tables.ts';
import { refuse } from '../refusal.ts';

/** `table` is that of the page the versions belong to. */
export function bindVersions(spec: ReturnType<typeof versionsPage>, table: keyof Tables) {
  return bind(spec, {
    list: over(spec, 'row_version as v', {}, (from) => from.where('v.table_name', '=', table)),
    actions: {
      withdraw_version: async (ctx, { ids, rows }) => {
        const done = await ctx.db
          .updateTable('row_version')
          .set({ state: 'WITHDRAWN' })
          .where('organization_id', '=', ownOrganization(ctx))
          .where('id', 'in', ids)
          .where('state', '=', 'PLANNED')
          .where('valid_from', '>', isoAt(ctx.clock.now()))
          .executeTakeFirst();
        if (done.numUpdatedRows < ids.length) return refuse('NOT_NOW', { why: '已经生效，不能撤回；请再保存一次改回' });
        for (const row of rows)
          await ctx.audit({
            action: '撤回版本',
            targetId: row.rowId as number,
            targetName: String(row.words),
            changes: [{ key: fromKey, label: '生效时间', before: row.validFrom, after: null }],
          });
        return null;
      },
    },
  });
}
