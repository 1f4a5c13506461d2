import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { agentHome } from '../agent-home.ts';
import home from './agent-home.page.ts';

export default bind(home, {
  reads: ['figures'],
  bodies: { figures: nothing },
  verbs: { figures: (ctx) => agentHome(ctx) },
});
