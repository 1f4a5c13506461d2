import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import spec from './app_upload-install.page.ts';

export default bind(spec, {
  list: over(spec, 'app_install as i', { columns: { deviceName: 'd.name', sn: 'd.sn' } }, (from) =>
    from.innerJoin('device as d', (on) =>
      on.onRef('d.organization_id', '=', 'i.organization_id').onRef('d.id', '=', 'i.device_id'),
    ),
  ),
});
