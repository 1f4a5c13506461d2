/** What a session may see. It comes from the session alone and fails closed: an empty list sees nothing. */
import type { RawBuilder } from 'kysely';
import type { UnitType } from '../../define/page.ts';

export type Reach = 'ALL' | readonly number[];

/** Where a caterer has served, day by day; rows of a day are narrowed to who served on it. */
export interface Served {
  /** Table of the terms: organization_id, restaurant_id, contractor_id, from_date, to_date (both days included). */
  readonly terms: string;
  readonly contractor: number;
  /** Places of terms that ended not too long ago, those in force included. */
  readonly organizations: readonly number[];
  readonly restaurants: readonly number[];
  /** No role leaves out any of the restaurants. */
  readonly whole?: boolean;
  /** Terms ended so long ago that the lists leave them out; where none did, the terms alone say what was served. */
  readonly forgets?: boolean;
}

export interface Scope {
  unitType: UnitType | null;
  unitId: number | null;
  /** Units whose rows are visible, own one included. */
  agents: Reach;
  contractors: Reach;
  organizations: Reach;
  /** One of the organizations, as the statement around names it: for what is looked up unit by unit. */
  readonly unit?: RawBuilder<number>;
  /** Restaurants (contractor's own, or the role's data scope) and departments rows are narrowed to. */
  restaurants: Reach;
  departments: Reach;
  /** Of a contractor alone: reach of tables that are kept by the day. */
  served?: Served | undefined;
  /** Organizations whose diners' accounts are open to it; left out, those of every organization in reach. */
  accounts?: Reach | undefined;
  /** Data scope 仅本人: rows this account made. */
  operator: number | null;
}

/** All rows of one organization, whatever a role may see of them: what is done for it by the house. */
export const wholeOrganization = (organizationId: number): Scope => ({
  unitType: 'ORGANIZATION',
  unitId: organizationId,
  agents: [],
  contractors: [],
  organizations: [organizationId],
  restaurants: 'ALL',
  departments: 'ALL',
  operator: null,
});

/** Every organization of which it may see any row: those it serves and those it served. */
export const unitsOf = ({ organizations, served }: Pick<Scope, 'organizations' | 'served'>): Reach =>
  organizations === 'ALL' || !served ? organizations : [...new Set([...organizations, ...served.organizations])];

/** Does it hold more than one organization? Then rows of several stand beside each other. */
export const isWide = (scope: Pick<Scope, 'organizations' | 'served'>): boolean => {
  const units = unitsOf(scope);
  return units === 'ALL' || units.length > 1;
};

/** A column that names a unit of this kind: rows of the units in reach. */
export type UnitColumn =
  | { readonly organization: string }
  | { readonly contractor: string }
  | { readonly agent: string };

/** For rows that name in `by` a record of `table` of the same unit: they go with that record's `column`. */
export interface Through {
  readonly table: string;
  readonly by: string;
  readonly column: string;
  /** Column that names the unit, in both tables. */
  readonly unit: string;
}

/** A text is the column that names the session's own unit. */
type PartyColumn = string | UnitColumn;

/** Whose a row is: exactly one of these. The platform sees the rows of all. */
type Owner =
  | UnitColumn
  /** Columns [type, id]: rows of the session's unit alone. */
  | { readonly own: readonly [string, string] }
  /** Columns [type, id]: rows of the session's unit and of those it looks after (an agent its customers). */
  | { readonly unit: readonly [string, string] }
  /** Rows between units, by the column of the session's kind alone; several are alternatives, a kind left out sees none. */
  | { readonly party: { readonly [T in UnitType]?: PartyColumn | readonly PartyColumn[] } };

/** How a table is narrowed to a scope: to its owner, and within it to the session's data scope. */
export type TableScope = Owner & {
  readonly department?: string | Through;
  readonly restaurant?: string;
  /**
   * Column of who served, 0 for the unit itself, where a row stands for all that one served: a contractor sees its own, and who is
   * narrowed to some restaurants sees none.
   */
  readonly caterer?: string;
  /** Beside `restaurant`: column of the business day. A contractor sees the days on which it served the restaurant, no others. */
  readonly day?: string;
  readonly operator?: string;
  /** Rows of diners' accounts, which name no restaurant: a contractor sees them where the organization has opened them. */
  readonly accounts?: true;
};

/** Every table by name, listed by its domain; `global` for what belongs to no unit. A table nobody lists is refused. */
export type TableScopes = Readonly<Record<string, TableScope | 'global'>>;

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
