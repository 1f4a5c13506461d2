// Builds the console and the pages without a session into dist/ when its sources differ from those of the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runChild } from './child.mjs';
import { inRoot, root } from './paths.mjs';

const stamp = inRoot('dist', '.sources');
const single = ['index.html', 'open.html', 'vite.config.ts', 'vite.open.config.ts', 'package-lock.json'];
const serverOnly = /(\.server\.ts|\.test\.tsx?|\.sql)$/;

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (path !== inRoot('src', 'kit', 'server')) yield* sources(path);
    } else if (!serverOnly.test(entry.name)) yield path;
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  const folders = ['src', 'public'].map((name) => inRoot(name)).filter(existsSync);
  const files = [
    ...single.map((name) => inRoot(name)).filter(existsSync),
    ...folders.flatMap((folder) => [...sources(folder)]),
  ];
  for (const file of files.sort())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

/** Builds with `node` (the pinned runtime) unless dist/ is of these very sources; false when the build fails. */
export async function buildConsole(node) {
  const now = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return true;
  console.log('正在构建前端 …');
  const env = { ...process.env, NODE_ENV: 'production' };
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  for (const config of ['vite.config.ts', 'vite.open.config.ts']) {
    const status = await runChild(node, [vite, 'build', '--config', config, '--logLevel', 'warn'], { cwd: root, env });
    if (status !== 0) return false;
  }
  writeFileSync(stamp, now);
  return true;
}
