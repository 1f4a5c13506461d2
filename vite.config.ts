/** Builds the console into dist/. Chunks follow the lazy imports; nothing is split by vendor package by hand. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pagesPlugin } from './src/kit/console/registry/plugin.ts';
import { compressPlugin } from './src/kit/console/registry/plugin-compress.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  plugins: [react(), pagesPlugin(root), compressPlugin()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: process.env.API_TARGET ?? 'http://127.0.0.1:3000', changeOrigin: true } },
  },
});
