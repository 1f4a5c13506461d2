/** 留样视频. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { keepClip } from '../keep-clip.ts';
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
    keep: keepClip,
  },
});
