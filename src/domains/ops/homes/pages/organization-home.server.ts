/** 单位首页: one call brings all of it. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { organizationHome } from '../organization-home.ts';
import home from './organization-home.page.ts';

export default bind(home, {
  reads: ['figures'],
  bodies: { figures: nothing },
  verbs: { figures: (ctx) => organizationHome(ctx) },
});
