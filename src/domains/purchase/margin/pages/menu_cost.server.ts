import { bind } from '../../../../kit/server/page/binding.ts';
import '../../tables.ts';
import { menuCosts } from '../menu-cost.ts';
import spec from './menu_cost.page.ts';

export default bind(spec, { rows: menuCosts });
