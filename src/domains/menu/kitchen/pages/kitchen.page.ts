/** 备餐单: what the kitchen makes for a meal, on screen and on paper. */
import { page } from '../../../../kit/define/page.ts';
import { foodMenu } from '../../menus/pages/food_menu.page.ts';

export default page({ of: foodMenu, path: 'kitchen', title: '备餐单', kind: 'custom', fields: {} });
