/** Reads the pages there are and holds them against one another; the server starts with them, `npm run check` asks for their faults. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { domains } from './domains/index.ts';
import { migrationFiles } from './kit/server/db/migration-files.ts';
import { loadOpenPages, type OpenBound } from './kit/server/open/registry.ts';
import { registryFaults } from './kit/server/page/faults/registry-faults.ts';
import { createRegistry, loadBindings, loadDefinitions, type Registry } from './kit/server/page/registry.ts';

export interface Product {
  registry: Registry;
  openPages: readonly OpenBound[];
}

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * All pages of all domains, held against one another as they are now.
 * @throws with a sentence a fault when pages do not fit together.
 */
export async function checkProduct(): Promise<Product> {
  const folder = join(here, 'domains');
  const registry = createRegistry(await loadBindings(folder));
  const faults = registryFaults({
    registry,
    definitions: await loadDefinitions(folder),
    migrations: (await migrationFiles(here)).map((file) => file.sql),
    domains,
  });
  if (faults.length > 0) throw new Error(`pages do not fit:\n${faults.join('\n')}`);
  return { registry, openPages: await loadOpenPages(folder) };
}

let product: Promise<Product> | undefined;

/** The same, once a process: a server's pages stay as they are, and tests start many servers. */
export function readProduct(): Promise<Product> {
  product ??= checkProduct();
  return product;
}
