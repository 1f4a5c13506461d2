/** Food, dishes and menus as fields of other pages refer to them. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  food_stuff_type: { choices: '/admin/platform/food_stuff_type', alone: true, beside: true },
  food_type: { choices: '/admin/platform/food_type', alone: true, beside: true },
  lib_food_stuff: { choices: '/admin/platform/food_stuff', alone: true, beside: true },
  lib_dish: { choices: '/admin/platform/food', alone: true, beside: true },
  food_stuff: { choices: '/admin/organization/organization_food_stuff' },
  dish: { choices: '/admin/organization/organization_food' },
  menu_item: { choices: '/admin/organization/food_menu_summary' },
  menu_cycle: { choices: '/admin/organization/food_menu_v2/cycle' },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
