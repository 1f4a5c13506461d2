/** Builds the console with the sample pages instead of the product's. */
import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { registryCode } from '../../../src/kit/console/registry/plugin.ts';
import type { AnyPage } from '../../../src/kit/define/page.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The sample definitions with their addresses below the repository's root. */
export async function samplePages(): Promise<{ file: string; name: string; view: undefined; spec: AnyPage }[]> {
  const names = readdirSync(here).filter((name) => name.endsWith('.page.ts'));
  return Promise.all(
    names.map(async (name) => ({
      name: 'default',
      file: `/tests/browser/samples/${name}`,
      view: undefined,
      spec: ((await import(/* @vite-ignore */ pathToFileURL(here + name).href)) as { default: AnyPage }).default,
    })),
  );
}

/** Builds into `outDir`. */
export async function buildSamples(outDir: string): Promise<void> {
  const pages = await samplePages();
  // The test runner's own NODE_ENV would build the libraries' test mode.
  const runner = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      react(),
      {
        name: 'sample-pages',
        resolveId: (source) => (source === 'virtual:pages' ? '\0virtual:pages' : undefined),
        load: (source) => (source === '\0virtual:pages' ? registryCode(pages) : undefined),
      },
    ],
    build: { outDir, emptyOutDir: true, target: 'es2022', reportCompressedSize: false, chunkSizeWarningLimit: 2000 },
  });
  process.env.NODE_ENV = runner;
}
