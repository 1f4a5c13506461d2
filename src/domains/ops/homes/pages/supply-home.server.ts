/** 进销存首页: one call brings all of it. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { supplyHome } from '../supply-home.ts';
import home from './supply-home.page.ts';

export default bind(home, {
  reads: ['figures'],
  bodies: { figures: nothing },
  verbs: { figures: (ctx) => supplyHome(ctx) },
});
