import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { contractorHome } from '../contractor-home.ts';
import home from './contractor-home.page.ts';

export default bind(home, {
  reads: ['figures'],
  bodies: { figures: nothing },
  verbs: { figures: (ctx) => contractorHome(ctx) },
});
