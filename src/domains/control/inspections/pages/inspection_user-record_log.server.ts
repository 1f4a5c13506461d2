/** 陪餐与巡检记录. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { recordInspection } from '../record-inspection.ts';
import spec from './inspection_user-record_log.page.ts';

export default bind(spec, {
  list: over(spec, 'inspection as n', { refs: ['inspectorId as i'], columns: { kind: 'i.kind' } }),
  create: recordInspection,
});
