/** 审批: one call brings all of it. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { inbox } from '../inbox.ts';
import approval from './approval.page.ts';

export default bind(approval, {
  reads: ['figures'],
  bodies: { figures: nothing },
  verbs: { figures: (ctx) => inbox(ctx) },
});
