/** The palette opens a sample by its number or by a scanned label. */

import { labelIn } from '../../../kit/define/states.ts';
import { ownOrganization } from '../../../kit/server/context.ts';
import { may } from '../../../kit/server/page/grants.ts';
import type { Searcher } from '../../shell/public.server.ts';
import '../tables.ts';
import { scannedNo } from './label-code.ts';
import { sampleStatuses } from './sample-words.ts';

const path = '/admin/organization/sample_management';

export const findSample: Searcher = async (ctx, keyword) => {
  if (ctx.session.unitType !== 'ORGANIZATION' || !/^(S1:|LY\d)/i.test(keyword)) return [];
  const entry = ctx.services.registry.at(path);
  if (!entry || !may(ctx.session, entry.page, path, 'query')) return [];
  const no = scannedNo(ownOrganization(ctx), keyword);
  if (no === undefined) return [];
  const rows = await ctx.db
    .selectFrom('sample')
    .select(['id', 'sample_no as sampleNo', 'dish_name as dish', 'dining_date as date', 'status'])
    .where('sample_no', 'like', `${no.toUpperCase()}%`)
    .orderBy('sample_no')
    .limit(5)
    .execute();
  return rows.map((row) => ({
    kind: 'sample' as const,
    title: `${row.sampleNo} ${row.dish}`,
    hint: `${row.date} · ${labelIn(sampleStatuses, row.status)}`,
    path: `${path}/record?id=${row.id}`,
  }));
};
