/** Server side of 菜谱统计. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { panelSearch, searchOf } from '../../nutrition/search-of.ts';
import { dishStatistics, menuBalance } from '../statistics.ts';
import spec from './food_menu_statistics.page.ts';

export default bind(spec, {
  rows: async (ctx, search) => (await dishStatistics(ctx, search)).map(({ dishId: _, typeId: __, ...row }) => row),
  verbs: { balance: (ctx, body) => menuBalance(ctx, searchOf(body)) },
  bodies: { balance: panelSearch },
  reads: ['balance'],
});
