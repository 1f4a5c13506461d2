/** What a session may see. It comes from the session alone and fails closed: an empty list sees nothing. */
import type { UnitType } from '../../define/page.ts';

export type Reach = 'ALL' | readonly number[];

export interface Scope {
  unitType: UnitType | null;
  unitId: number | null;
  /** Units whose rows are visible, own one included. */
  agents: Reach;
  contractors: Reach;
  organizations: Reach;
  /** Restaurants (contractor's own, or the role's data scope) and departments rows are narrowed to. */
  restaurants: Reach;
  departments: Reach;
  /** Data scope 仅本人: rows this account made. */
  operator: number | null;
}

/** How a table is narrowed. Every table that holds rows of a unit must be registered by its domain. */
export interface TableScope {
  /** Column with the organization. */
  organization?: string;
  /** Columns [type, id] of the owning unit, for tables all kinds of unit have rows in. */
  unit?: readonly [string, string];
  /** Column with the agent or contractor, for their own tables; alternatives are OR-ed with the organization. */
  agent?: string;
  contractor?: string;
  department?: string;
  restaurant?: string;
  operator?: string;
}

export type TableScopes = Readonly<Record<string, TableScope>>;

/** A scope that sees everything: for the platform's own jobs, named so that a reader stumbles over it. */
export const everything: Scope = {
  unitType: null,
  unitId: null,
  agents: 'ALL',
  contractors: 'ALL',
  organizations: 'ALL',
  restaurants: 'ALL',
  departments: 'ALL',
  operator: null,
};
