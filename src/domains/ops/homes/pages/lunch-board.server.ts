/** 就餐实况: one call brings all of it. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { lunchNow } from '../lunch-now.ts';
import lunchBoard from './lunch-board.page.ts';

export default bind(lunchBoard, {
  reads: ['figures'],
  bodies: { figures: nothing },
  verbs: { figures: (ctx) => lunchNow(ctx) },
});
