/** Goods and stock as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  goods: { choices: '/admin/contractor/erp/goods', alone: true },
  goods_unit: { choices: '/admin/contractor/erp/goods/unit', alone: true },
  lot: { choices: '/admin/contractor/erp/goods/lot', name: 'lot_no', alone: true },
  storehouse: { choices: '/admin/contractor/erp/storehouse', alone: true },
  attribute_type: { choices: '/admin/contractor/erp/attribute_type', alone: true },
  attribute_value: { choices: '/admin/contractor/erp/attribute_type/value', alone: true },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
