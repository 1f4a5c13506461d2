/**
 * Builds the pages without a session into dist/, beside the console and after it. A build of its own: a module both had in
 * common would lie in a chunk of the console's entry, and a phone that fetched it would start the console.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressPlugin } from './src/kit/console/registry/plugin-compress.ts';
import { openPagesPlugin } from './src/kit/console/registry/plugin-open.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  plugins: [react(), openPagesPlugin(root), compressPlugin()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    assetsDir: 'assets/open',
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: { open: `${root}open.html`, 'screen-worker': `${root}src/screen-worker.ts` },
      output: {
        // A worker reaches as far as its address, and is asked for anew under the same one.
        entryFileNames: ({ name }) => (name === 'screen-worker' ? 'screen-worker.js' : 'assets/open/[name]-[hash].js'),
      },
    },
  },
});
