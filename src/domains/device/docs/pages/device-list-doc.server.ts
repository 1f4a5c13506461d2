/** 规则下发. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { docColumns, docId, docsFrom } from '../doc-list.ts';
import spec from './device-list-doc.page.ts';

export default bind(spec, {
  list: {
    from: docsFrom,
    id: docId,
    columns: docColumns,
    names: { deviceId: 'd.name' },
  },
});
