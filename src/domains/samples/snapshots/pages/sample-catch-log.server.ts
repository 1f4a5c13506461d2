/** 留样抓拍记录. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { snapshotColumns, snapshotNames, snapshotsFrom } from '../snapshot-list.ts';
import spec from './sample-catch-log.page.ts';

export default bind(spec, {
  list: {
    from: snapshotsFrom('PICTURE'),
    id: 'n.id',
    columns: { ...snapshotColumns, picture: 'n.file', eventNo: 'n.event_no' },
    names: snapshotNames,
  },
});
