/** Applications and goods as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  device_goods: { choices: '/admin/platform/goods', beside: true },
  application: { choices: '/admin/platform/application', beside: true },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
