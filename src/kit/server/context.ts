/** What every handler is given: who asks, what they may see, and the doors to the world. */
import type { Kysely } from 'kysely';
import type { ClientConfig, Pool } from 'pg';
import type { Registry as MetricsRegistry } from 'prom-client';
import type { UnitType } from '../define/page.ts';
import type { AuditEntry } from './audit/entry.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { ReadBeside } from './db/read-beside.ts';
import type { SlowStatements } from './db/slow-statements.ts';
import type { DiskRoom } from './files/disk-room.ts';
import type { FileStore } from './files/store.ts';
import type { HealthDesk } from './health.ts';
import type { Ids, Random } from './ids.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Registry } from './page/registry.ts';
import type { Rehearse } from './page/rehearse.ts';
import type { WitnessDoor, Witnessed } from './page/witness.ts';
import type { Scope } from './query/scope.ts';
import type { Tables } from './query/tables.ts';
import type { Vault } from './vault.ts';

export type Db = Kysely<Tables>;

/** Long-lived parts of the server. Domains add theirs by declaration merging. */
export interface Services {
  pool: Pool;
  /**
   * A few connections beside the pool, for what commands wait for while they hold one of it: ids and caches. Whoever
   * uses one waits for nothing else.
   */
  aside: Pool;
  /** A standby that may be read, and a handle on it that sees everything; absent without one. */
  beside?: ReadBeside;
  besideDb?: Db;
  /** For libraries and hot paths that open connections of their own. */
  connectionConfig: ClientConfig;
  /** Sees everything; for sign-in, jobs and seeds. Pages use `ctx.db`. */
  db: Db;
  /** A handle narrowed to a scope; `inside` a transaction that sees everything, where work for one unit goes on in it. */
  scoped(scope: Scope, inside?: Db): Db;
  clock: Clock;
  ids: Ids;
  random: Random;
  config: Config;
  log: Log;
  /** What took the database long on this node. */
  slow: SlowStatements;
  /** What the server tells of itself at `/metrics`; domains add theirs while they are built. */
  metrics: MetricsRegistry;
  jobs: Jobs;
  files: FileStore;
  /** Room on the data disk. */
  disk: DiskRoom;
  /** Whether this node answers and anything can be booked. */
  health: HealthDesk;
  /** Seals secrets before they are stored. */
  vault: Vault;
  /** Every page, for menus, roles and the API's description. */
  registry: Registry;
  /** Tells who signs beside the one who acts. */
  witnessDoor: WitnessDoor;
  /** Units an account works in; without it all of a document's people are of the session's unit. */
  memberships?: (db: Db, accountId: number) => Promise<readonly Membership[]>;
  /** Tells what a command would do, by running it without writing. */
  rehearse: Rehearse;
}

/** A unit somebody works in. */
export interface Membership {
  unitType: UnitType;
  unitId: number;
}

export interface Log {
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
}

export interface Session {
  /** The signed-in account. */
  accountId: number;
  /** The membership acted under; null for an account without one (the super administrator). */
  employeeId: number | null;
  account: string;
  name: string;
  unitType: UnitType | null;
  unitId: number | null;
  unitName: string | null;
  /** `path#verb`, or everything. */
  grants: 'ALL' | ReadonlySet<string>;
  scope: Scope;
  /** Data scopes of its roles: none may be handed on that one has not. Absent where nothing is limited. */
  dataScopes?: readonly string[];
  mustChangePassword: boolean;
  tokenHash: string;
}

export interface Ctx {
  session: Session;
  scope: Scope;
  /** Narrowed to the scope; inside a command it is the command's transaction. */
  db: Db;
  services: Services;
  clock: Clock;
  ids: Ids;
  ip: string;
  /** The path the page is seen from. */
  path: string;
  /** The form's own key; the same key never acts twice. */
  requestKey: string | undefined;
  /** The instant from which a form of rules with versions is to hold; absent where it holds at once. */
  effectiveFrom?: string;
  /** It only shows what it would do: its transactions are taken back, no request key is claimed. */
  rehearsal?: true;
  /** Who signed beside, where the verb asks for a second person. */
  witness?: Witnessed;
  /** Records who changed what, in the command's transaction. */
  audit(entry: AuditEntry): Promise<void>;
}

/** The organization of an organization account; a bug when another kind of account gets here. */
export function ownOrganization(ctx: Ctx): number {
  if (ctx.session.unitType !== 'ORGANIZATION' || ctx.session.unitId === null)
    throw new Error(`${ctx.path} needs an organization session`);
  return ctx.session.unitId;
}

/** The form's own key. A call that brings none gets one of its own, so that two calls are never taken for the same. */
export const formKey = (ctx: Pick<Ctx, 'requestKey' | 'services'>): string =>
  ctx.requestKey ?? ctx.services.random.token(18);
