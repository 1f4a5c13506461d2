/** 单位首页: one call brings all of it. */
import { bind } from '../../../kit/server/page/binding.ts';
import { organizationHome } from '../organization-home.ts';
import home from './organization-home.page.ts';

export default bind(home, { verbs: { figures: (ctx) => organizationHome(ctx) } });
