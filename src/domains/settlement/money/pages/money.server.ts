import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { unitMoney } from '../unit-money.ts';
import spec from './money.page.ts';

export default bind(spec, {
  reads: ['figures'],
  bodies: { figures: nothing },
  verbs: { figures: (ctx) => unitMoney(ctx) },
});
