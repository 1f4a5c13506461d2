import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { platformHome } from '../platform-home.ts';
import home from './platform-home.page.ts';

export default bind(home, {
  reads: ['figures'],
  bodies: { figures: nothing },
  verbs: { figures: (ctx) => platformHome(ctx) },
});
