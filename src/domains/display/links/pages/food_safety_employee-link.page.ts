/** 食品安全员公示关联. */
import { linksIn } from '../links-in.ts';

export default linksIn({
  path: '/admin/organization/food_safety_employee/link',
  title: '食品安全员公示关联',
  order: 40,
});
