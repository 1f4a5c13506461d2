/** Server side of 系统日志. Titles of pages come from the program, so a search by title becomes one by paths. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { anyContains, expression } from '../../../kit/server/query/expression.ts';
import { unitName } from '../unit-names.ts';
import log from './system_log.page.ts';

const pathsTitled = (ctx: Ctx, text: string) =>
  ctx.services.registry.all.filter((p) => p.title.includes(text)).map((p) => p.path);

export default bind(log, {
  list: {
    from: (db) => db.selectFrom('system_log as l'),
    columns: {
      at: 'l.at',
      actor: 'l.actor',
      unitType: 'l.unit_type',
      unitName: unitName('l.unit_type', 'l.unit_id'),
      page: 'l.page',
      pageTitle: 'l.page',
      action: 'l.action',
      targetName: 'l.target_name',
      targetId: 'l.target_id',
      ip: 'l.ip',
      result: 'l.result',
      changes: 'l.changes',
    },
    id: 'l.id',
    where: {
      keyword: (value, ctx) => {
        const text = String(value).trim();
        if (text === '') return undefined;
        return sql`(${anyContains([expression('l.page')], text)} or l.page = any(${pathsTitled(ctx, text)}::text[]))`;
      },
    },
    derive: (row, ctx) => ({ pageTitle: ctx.services.registry.at(String(row.page))?.title ?? row.page }),
  },
});
