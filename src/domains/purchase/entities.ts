/** Suppliers and orders as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  supplier: {
    choices: '/admin/contractor/erp/supplier',
    at: { platform: '/admin/platform/supplier' },
    alone: true,
  },
  supply_order: { choices: '/admin/contractor/erp/supply_order', name: 'order_no', alone: true },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
