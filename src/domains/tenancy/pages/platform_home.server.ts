import { bind } from '../../../kit/server/page/binding.ts';
import { platformHome } from '../platform-home.ts';
import home from './platform_home.page.ts';

export default bind(home, { verbs: { figures: (ctx) => platformHome(ctx) } });
