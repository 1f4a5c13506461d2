import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { board } from '../board.ts';
import spec from './supermarket_organization_distribute-board.page.ts';

export default bind(spec, {
  verbs: { figures: (ctx) => board(ctx) },
  bodies: { figures: nothing },
  reads: ['figures'],
});
