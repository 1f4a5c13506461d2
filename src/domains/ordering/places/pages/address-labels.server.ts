/** 地址码标签. */
import { z } from 'zod';
import { openPath } from '../../../../kit/define/open-page.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { standingCodes } from '../../../../kit/server/open/codes.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import type { AddressLabel, AddressLabels } from '../address-labels.ts';
import address from '../open/address.open.ts';
import spec from './address-labels.page.ts';

const asked = z.object({ areaId: z.int().min(1).nullable().default(null) });

/** Labels of addresses in use that have a code; of one area or of all. */
async function labelsOf(ctx: Ctx, areaId: number | null): Promise<AddressLabels> {
  const codes = await standingCodes(ctx, address, ownOrganization(ctx));
  let query = ctx.db
    .selectFrom('order_address as a')
    .innerJoin('order_area as g', (on) =>
      on.onRef('g.organization_id', '=', 'a.organization_id').onRef('g.id', '=', 'a.area_id'),
    )
    .select(['a.id', 'a.name', 'a.building', 'a.floor', 'a.room', 'g.id as areaId', 'g.name as areaName'])
    .where('a.status', '=', 'NORMAL');
  if (areaId !== null) query = query.where('g.id', '=', areaId);
  const rows = await query.orderBy('g.name').orderBy('a.sort').orderBy('a.name').execute();
  const labels = rows.flatMap(({ building, floor, room, ...row }): AddressLabel[] => {
    const found = codes.get(String(row.id));
    const place = [building, floor && `${floor} 层`, room].filter(Boolean).join(' ');
    return found ? [{ ...row, place, path: openPath(address, found.code) }] : [];
  });
  return { labels, without: rows.length - labels.length };
}

export default bind(spec, {
  verbs: { labels: withBody(asked, (ctx, { areaId }) => labelsOf(ctx, areaId)) },
  reads: ['labels'],
});
