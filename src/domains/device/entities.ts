/** Terminals as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  device: { choices: '/admin/organization/device_list', at: { platform: '/admin/platform/device' }, alone: true },
  device_type: { choices: '/admin/platform/device_type', alone: true, beside: true },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
