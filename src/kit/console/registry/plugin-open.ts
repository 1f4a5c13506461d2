/** `virtual:open-pages`: every `src/domains/<d>/…/open/<p>.open.ts` with its view as one lazy entry. */
import { globSync } from 'node:fs';
import { sep } from 'node:path';
import type { Plugin } from 'vite';

const id = 'virtual:open-pages';
const resolvedId = `\0${id}`;

/** The module text: definitions come with the entry, views when their page is asked for. */
export function openRegistryCode(files: readonly string[]): string {
  return [
    ...files.map((file, i) => `import p${i} from ${JSON.stringify(file)};`),
    'export const openPages = [',
    ...files.map((file, i) => {
      const view = file.replace(/\.open\.ts$/, '.view.tsx');
      return `  { page: p${i}, view: () => import(${JSON.stringify(view)}) },`;
    }),
    '];',
  ].join('\n');
}

/** The Vite plugin; while developing it answers the addresses of open pages with their document. */
export function openPagesPlugin(root: string): Plugin {
  return {
    name: 'open-pages',
    resolveId: (source) => (source === id ? resolvedId : undefined),
    load(source) {
      if (source !== resolvedId) return undefined;
      const files = globSync('src/domains/*/**/open/*.open.ts', { cwd: root }).sort();
      return openRegistryCode(files.map((file) => `/${file.split(sep).join('/')}`));
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/(m|screen)(\/|$)/.test(request.url ?? '')) request.url = '/open.html';
        next();
      });
    },
  };
}
