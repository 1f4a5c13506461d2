/** 后厨区域: the zones of a kitchen, their doors and how warm they may be. */
import { districtsIn } from '../districts-in.ts';

export default districtsIn({
  path: '/admin/organization/cook_user/district',
  title: '后厨区域',
  menu: ['食品安全', '后厨人员'],
  order: 20,
  family: 'KITCHEN',
});
