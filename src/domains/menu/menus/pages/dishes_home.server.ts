/** Server side of 菜品首页. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { dishesHome } from '../home.ts';
import spec from './dishes_home.page.ts';

export default bind(spec, {
  verbs: { figures: (ctx) => dishesHome(ctx) },
  bodies: { figures: nothing },
  reads: ['figures'],
});
