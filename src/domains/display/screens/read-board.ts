/** What a screen shows now: its layout, each panel that has something to show. The same for walls and for 预览. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import '../services.ts';
import '../tables.ts';
import { type Board, type BoardPanel, type PanelTold, panels, plainLayout } from './panel-words.ts';

interface Screen {
  unit: string;
  restaurantId: number | null;
  restaurant: string;
  ratio: 'WIDE' | 'TALL';
  panels: PanelTold[] | null;
}

/** Undefined for what is no screen of the unit in use. */
export async function readBoard(
  services: Services,
  organizationId: number,
  deviceId: number,
): Promise<Board | undefined> {
  const { rows } = await services.pool.query<Screen>(
    `select o.name as unit, r.id as "restaurantId", coalesce(r.name, '') as restaurant, coalesce(y.ratio, 'WIDE') as ratio, y.panels
     from device d join device_type t on t.id = d.type_id and t.kind = 'DISPLAY'
       join organization o on o.id = d.organization_id
       left join screen_layout y on y.organization_id = d.organization_id and y.device_id = d.id
       left join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
       left join restaurant r on r.organization_id = d.organization_id and r.id = coalesce(y.restaurant_id, s.restaurant_id)
     where d.organization_id = $1 and d.id = $2 and d.status = 'ACTIVE'`,
    [organizationId, deviceId],
  );
  const [screen] = rows;
  if (!screen) return undefined;
  const { unit, restaurantId, restaurant, ratio } = screen;
  const day = dateAt(services.clock.now());
  const shown: BoardPanel[] = [];
  for (const told of screen.panels ?? plainLayout) {
    const panel = panels.find(({ value }) => value === told.key);
    const reader = services.screenPanels.get(told.key);
    const read = panel && reader ? await reader(services, { organizationId, deviceId, restaurantId, day }) : undefined;
    if (panel && read) shown.push({ ...told, title: panel.label, day: panel.day, shown: read });
  }
  return { unit, restaurant, ratio, day, panels: shown };
}

/** What of it does not change by itself: the SCREEN document of a native screen, which asks for the day's panels. */
export const documentOf = (board: Board) => ({
  unit: board.unit,
  restaurant: board.restaurant,
  ratio: board.ratio,
  panels: board.panels.filter(({ day }) => !day),
});

/** Keys of the files a board names. */
export const filesOf = (board: Board): string[] =>
  board.panels.flatMap(({ shown }) => {
    if (shown.kind === 'people') return shown.people.flatMap(({ photo }) => photo?.replace(/^.*\/files\//, '') ?? []);
    return shown.kind === 'films' ? shown.films.map(({ file }) => file) : [];
  });
