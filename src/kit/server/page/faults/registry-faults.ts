/**
 * What is wrong with the pages of the product, found without a database: `npm run check` says all of it, the server does
 * not start with any of it. Every sentence names page, key and what to do.
 */
import type { AnyPage } from '../../../define/page.ts';
import type { Domain } from '../../domain.ts';
import { tableRules } from '../../query/table-rules.ts';
import type { Registry } from '../registry.ts';
import { linkFaults } from './link-faults.ts';
import { called, said } from './page-faults.ts';
import { sortFaults, tablesOf } from './sort-faults.ts';

export interface Product {
  registry: Registry;
  /** Every definition there is, bound or not. */
  definitions: readonly AnyPage[];
  /** Texts of all SQL files, in their order. */
  migrations: readonly string[];
  domains: readonly Pick<Domain, 'name' | 'tables' | 'faults'>[];
}

/** Definitions that no binding ties to the server: menus and rights know nothing of them. */
function unboundFaults(definitions: readonly AnyPage[], registry: Registry): string[] {
  return definitions
    .filter((page) => !page.places.some((place) => registry.at(place.path)))
    .map((page) =>
      said(called(page), 'server side', 'is missing', 'write the .server.ts beside it with bind(page, …)'),
    );
}

/** What pages are to each other, to the tables and to the domains; what one page is by itself `createRegistry` has seen. */
export function registryFaults({ registry, definitions, migrations, domains }: Product): string[] {
  const tables = tablesOf(migrations);
  const rules = tableRules(domains);
  return [
    ...unboundFaults(definitions, registry),
    ...registry.all.flatMap((from) => [...linkFaults(registry, from), ...sortFaults(from, tables, rules)]),
    ...domains.flatMap((domain) => domain.faults?.(registry) ?? []),
  ];
}
