/** Areas and addresses of deliveries as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  order_area: { choices: '/admin/organization/order_area' },
  order_address: { choices: '/admin/organization/order_address' },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
