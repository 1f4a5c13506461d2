/** What the display domain puts into the services. */
import type { Services } from '../../kit/server/context.ts';
import type { PanelKey, Shown } from './screens/panel-words.ts';

/** Where and when a panel is read. */
export interface PanelAsked {
  organizationId: number;
  deviceId: number;
  /** Null: the whole unit. */
  restaurantId: number | null;
  /** `YYYY-MM-DD` of the calendar. */
  day: string;
}

/** Reads a panel; undefined where there is nothing to show. Nobody's temperature, symptom or phone, and no name of who failed. */
export type PanelReader = (services: Services, asked: PanelAsked) => Promise<Shown | undefined>;

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Readers of panels; a domain above adds its own (`registerPanel`). */
    screenPanels: Map<PanelKey, PanelReader>;
  }
}
