/** A business domain as the server sees it: its tables, its parts, its own routes. Its pages are found by their files. */
import type { FastifyInstance } from 'fastify';
import type { Services } from './context.ts';
import type { Authenticator } from './http/pages.ts';
import type { Registry } from './page/registry.ts';
import type { TableScopes } from './query/scope.ts';
import type { Tables } from './query/tables.ts';

export interface RouteHost {
  services: Services;
  auth: Authenticator;
}

export interface Domain {
  name: string;
  /** How each of its tables is narrowed to a scope; a table nobody lists is refused. */
  tables: TableScopes;
  /**
   * Columns `table.column` that hold keys of uploaded files: what none of them names is swept away, and who sees the row
   * may fetch its attachment.
   */
  files?: readonly `${keyof Tables}.${string}`[];
  /**
   * Columns `table.column` that hold keys of what terminals photographed or filmed (purpose `evidence`), and the pages whose
   * readers may see it: only with a session that may open one of them, and sees the row.
   */
  evidence?: Readonly<Partial<Record<`${keyof Tables}.${string}`, readonly string[]>>>;
  /** What is wrong between the domain's standing data and the pages, one sentence each; the check and the start ask. */
  faults?: (registry: Registry) => readonly string[];
  /** Puts the domain's long-lived parts into the services; runs after migrations, in the order of the domain list. */
  build?: (services: Services) => Promise<void> | void;
  /** Routes that are no page's verbs (sign-in, device API). */
  routes?: (app: FastifyInstance, host: RouteHost) => Promise<void> | void;
  /** Runs once all domains are built: standing data, schedules. */
  start?: (services: Services) => Promise<void>;
  stop?: (services: Services) => Promise<void>;
}
