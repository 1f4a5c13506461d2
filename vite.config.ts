/** Builds the console into dist/. Chunks follow the lazy imports and the stages below; none is split by vendor package. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { pagesPlugin } from './src/kit/console/registry/plugin.ts';
import { compressPlugin } from './src/kit/console/registry/plugin-compress.ts';
import { leanTablePlugin } from './src/kit/console/registry/plugin-lean-table.ts';
import { openPagesPlugin } from './src/kit/console/registry/plugin-open.ts';
import { type Stage, stageGroups } from './src/kit/console/registry/stages.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

const stages: readonly Stage[] = [
  ['entry', 'index.html'],
  ['shell', 'shell/shell.tsx'],
  [
    'home',
    'screens/screen.tsx',
    'dashboard/dashboard-screen.tsx',
    'pages/organization-home.page.ts',
    'pages/platform-home.page.ts',
  ],
  // What definitions are written with: apart from the list's engine, a definition is there, and its rows are asked for, while the
  // engine is still being compiled.
  ['words', 'define/field.ts', 'define/flow.ts', 'define/page.ts', 'people/public.ts', 'consumption/fields.ts'],
  ['list', 'list/list-screen.tsx'],
  ['calendar', 'widgets/calendar.tsx'],
  ['form', 'form/form-screen.tsx', 'form/action-dialog.tsx'],
];

/** antd's parts do nothing by being loaded, but do not say so: a dialog, which needs a form's context, would bring all of the form. */
const pureParts = { moduleSideEffects: [{ test: /\/node_modules\/@rc-component\//, sideEffects: false }] };

const config: UserConfig = {
  root,
  base: '/',
  publicDir: false,
  plugins: [leanTablePlugin(), react(), pagesPlugin(root), openPagesPlugin(root)],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rollupOptions: { treeshake: pureParts },
    modulePreload: {
      // Who opens a page has the entry, and asks for the page's own file next: naming either once more for each of hundreds of
      // pages makes the shell larger by a tenth.
      resolveDependencies: (file, needed) =>
        needed.filter((other) => other !== file && !other.startsWith('assets/index-')),
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/upload', '/files', '/health'].map((path) => [path, process.env.API_TARGET ?? 'http://127.0.0.1:3000']),
    ),
  },
};

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return config;
  const groups = await stageGroups(config, stages);
  return {
    ...config,
    plugins: [...(config.plugins ?? []), compressPlugin()],
    build: {
      ...config.build,
      rollupOptions: { ...config.build?.rollupOptions, output: { codeSplitting: { groups } } },
    },
  };
});
