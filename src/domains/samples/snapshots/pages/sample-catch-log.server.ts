/** 留样抓拍记录. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { snapshotColumns, snapshotNames, snapshotsFrom } from '../snapshot-list.ts';
import spec from './sample-catch-log.page.ts';

export default bind(spec, {
  list: over(spec, 'snapshot as n', {
    from: snapshotsFrom('PICTURE'),
    columns: { ...snapshotColumns, picture: 'n.file' },
    names: snapshotNames,
  }),
});
