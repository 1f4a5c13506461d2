/** Server side of 系统日志. Titles of pages come from the program, so a search by title becomes one by paths. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { anyContains, expression } from '../../../../kit/server/query/expression.ts';
import { unitName } from '../../unit-names.ts';
import { changesIn, changeWords } from '../change-words.ts';
import log from './system-log.page.ts';

const pathsTitled = (ctx: Ctx, text: string) =>
  ctx.services.registry.all.filter((p) => p.title.includes(text)).map((p) => p.path);

export default bind(log, {
  list: over(log, 'system_log as l', {
    columns: { unitName: unitName('l.unit_type', 'l.unit_id'), pageTitle: 'l.page' },
    where: {
      keyword: (value, ctx) => {
        const text = String(value).trim();
        if (text === '') return undefined;
        return sql`(${anyContains([expression('l.page')], text)} or l.page = any(${pathsTitled(ctx, text)}::text[]))`;
      },
    },
    exported: { changes: (value) => changesIn(value).map(changeWords).join('；') },
    derive: (row, ctx) => ({ pageTitle: ctx.services.registry.at(String(row.page))?.title ?? row.page }),
  }),
});
