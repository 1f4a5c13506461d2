/** Names the records of all domains, as the registry does at start: tests load single pages without it. */
import { fileURLToPath } from 'node:url';
import { loadEntities } from '../../src/kit/server/page/registry.ts';

await loadEntities(fileURLToPath(new URL('../../src/domains', import.meta.url)));
