/** Handing menus in, taking them back, closing those whose day is over. */
import { isoAt } from '../../../kit/server/clock.ts';
import { mover } from '../../../kit/server/page/moves.ts';
import { tellFollowers } from '../services.ts';
import '../tables.ts';
import { menuFlow } from './menu-flow.ts';

/** Moves of menus other than publishing, which has its own command. */
export const moveMenus = mover(menuFlow, {
  table: 'food_menu',
  name: (menu) => `${menu.menu_date} 的菜谱`,
  stamped: true,
  write: {
    withdraw: (ctx, values) => ({ check_note: String(values.reason ?? ''), checked_at: isoAt(ctx.clock.now()) }),
  },
  afterAll: (ctx, menus) =>
    tellFollowers(
      ctx,
      menus.map((menu) => menu.id),
    ),
});
