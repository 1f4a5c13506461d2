/** Rows of the display domain's tables. */

import type { OwnerType } from './links/owner-types.ts';
import type { PanelTold } from './screens/panel-words.ts';

export interface DisplayLinkRow {
  organization_id: number;
  id: number;
  owner_type: OwnerType;
  owner_id: number;
  device_id: number;
  sort: number;
  created_at: string;
  created_by: number;
}

export interface AdVideoRow {
  organization_id: number;
  id: number;
  title: string;
  kind: 'VIDEO' | 'IMAGE';
  file: string;
  seconds: number | null;
  codec: string;
  from_date: string;
  to_date: string | null;
  from_time: string | null;
  to_time: string | null;
  status: 'DRAFT' | 'PLAYING' | 'DISABLED';
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface ScreenLayoutRow {
  organization_id: number;
  device_id: number;
  ratio: 'WIDE' | 'TALL';
  restaurant_id: number | null;
  panels: PanelTold[];
  updated_at: string;
  updated_name: string;
  version: number;
}

interface DisplayTables {
  display_link: DisplayLinkRow;
  ad_video: AdVideoRow;
  screen_layout: ScreenLayoutRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends DisplayTables {}
}
