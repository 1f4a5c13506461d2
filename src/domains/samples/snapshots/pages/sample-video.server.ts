/** 留样视频. */
import { sql } from 'kysely';
import { addDays, dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { mostDays } from '../../../device/public.ts';
import { snapshotColumns, snapshotNames, snapshotsFrom } from '../snapshot-list.ts';
import spec from './sample-video.page.ts';

export default bind(spec, {
  list: over(spec, 'snapshot as n', {
    from: snapshotsFrom('CLIP'),
    columns: {
      ...snapshotColumns,
      clip: sql`nullif(n.file, '')`,
      size: sql`ceil(n.bytes / 1024.0)::int`,
      kept: sql`case when n.kept_by <> '' then n.kept_by || '：' || n.kept_why end`,
    },
    names: snapshotNames,
  }),
  actions: {
    keep: async (ctx, { rows, values }) => {
      const { id, keepUntil: now } = rows[0] as unknown as { id: number; keepUntil: string };
      const { keepUntil, reason } = values as { keepUntil: string; reason: string };
      const latest = addDays(dateAt(ctx.clock.now()), mostDays);
      if (keepUntil <= now) return refuseField('keepUntil', `应晚于现在的 ${now}`);
      if (keepUntil > latest) return refuseField('keepUntil', `最长到 ${latest}`);
      await ctx.db
        .updateTable('snapshot')
        .set({ keep_until: keepUntil, kept_by: ctx.session.name, kept_why: reason })
        .where('id', '=', id)
        .execute();
      await ctx.audit({ action: '延长保存视频', targetId: id, targetName: `至 ${keepUntil}，${reason}` });
      return null;
    },
  },
});
