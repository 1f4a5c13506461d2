/** What every handler is given: who asks, what they may see, and the doors to the world. */
import type { Kysely } from 'kysely';
import type { ClientConfig, Pool } from 'pg';
import type { UnitType } from '../define/page.ts';
import type { AuditEntry } from './audit/entry.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { FileStore } from './files/store.ts';
import type { Ids, Random } from './ids.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Registry } from './page/registry.ts';
import type { Scope } from './query/scope.ts';
import type { Tables } from './query/tables.ts';

export type Db = Kysely<Tables>;

/** Long-lived parts of the server. Domains add theirs by declaration merging. */
export interface Services {
  pool: Pool;
  /** For libraries and hot paths that open connections of their own. */
  connectionConfig: ClientConfig;
  /** Sees everything; for sign-in, jobs and seeds. Pages use `ctx.db`. */
  db: Db;
  /** A handle narrowed to a scope. */
  scoped(scope: Scope): Db;
  clock: Clock;
  ids: Ids;
  random: Random;
  config: Config;
  log: Log;
  jobs: Jobs;
  files: FileStore;
  /** Every page, for menus, roles and the API's description. */
  registry: Registry;
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
  /** Records who changed what, in the command's transaction. */
  audit(entry: AuditEntry): Promise<void>;
}

/** The organization of an organization account; a bug when another kind of account gets here. */
export function ownOrganization(ctx: Ctx): number {
  if (ctx.session.unitType !== 'ORGANIZATION' || ctx.session.unitId === null)
    throw new Error(`${ctx.path} needs an organization session`);
  return ctx.session.unitId;
}
