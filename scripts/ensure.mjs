// Makes sure the packages of package-lock.json and the pinned Node are there. Runs on Node 20 with nothing installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inRoot, root } from './paths.mjs';

/** Oldest Node that runs the sources directly; the pinned one (npm package `node`) is newer. */
const oldestNode = [24, 7];
const pinnedNode = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** A start that cannot go on: one clear line, no stack. */
export function giveUp(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The first package that is missing or of another version than package-lock.json says; undefined when all fit. */
function firstMisfit(withDev) {
  const wanted = readJson(inRoot('package-lock.json'))?.packages ?? {};
  const present = readJson(inRoot('node_modules', '.package-lock.json'))?.packages ?? {};
  return Object.entries(wanted).find(([path, entry]) => {
    if (path === '' || entry.optional || entry.devOptional || entry.link || (entry.dev && !withDev)) return false;
    return present[path]?.version !== entry.version;
  })?.[0];
}

/** The environment for a nested npm: what the outer npm was told about folders must not steer it. */
function npmEnv() {
  const steering =
    /^npm_(config_(local_prefix|global_prefix|prefix|dir|workspaces?|package_lock_only)|package_|lifecycle_|command)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !steering.test(name)));
}

function npm(args) {
  const cli = process.env.npm_execpath;
  const [file, head] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const options = { cwd: root, env: npmEnv(), stdio: 'inherit', shell: process.platform === 'win32' && file === 'npm' };
  return spawnSync(file, [...head, ...args], options).status === 0;
}

function install(withDev) {
  const flags = ['--no-audit', '--no-fund', ...(withDev ? ['--include=dev'] : [])];
  // `ci` refuses a lock file that lacks packages of other platforms; `install` takes it, and says what goes wrong.
  const loud = ['install', '--no-save', '--loglevel=error', ...flags];
  const attempts = [['ci', '--loglevel=silent', ...flags], loud, loud];
  for (const [i, args] of attempts.entries()) {
    if (i > 1) {
      console.log('安装未成功，3 秒后重试 …');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
    }
    if (npm(args) && !firstMisfit(withDev)) return;
  }
  giveUp('依赖安装失败：请检查网络（npm ping）与磁盘空间，然后重试。');
}

const runs = (node) => spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0;

/** The Node to run the sources with: the pinned one, else this one when new enough. */
function runtime() {
  if (existsSync(pinnedNode) && runs(pinnedNode)) return pinnedNode;
  // Its install script may have been held back; it fetches the program for this platform.
  spawnSync(process.execPath, ['installArchSpecificPackage'], {
    cwd: inRoot('node_modules', 'node'),
    env: npmEnv(),
    stdio: 'inherit',
  });
  if (existsSync(pinnedNode) && runs(pinnedNode)) return pinnedNode;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return process.execPath;
  return giveUp(`当前 Node 为 ${process.version}，且随包的 Node 24 未能安装。请升级 Node 到 24 或检查网络后重试。`);
}

/**
 * Installs what is missing and answers the path of the Node to use. `withDev` also asks for what only tests need.
 */
export function ensure({ withDev = false } = {}) {
  const misfit = firstMisfit(withDev);
  if (misfit) {
    console.log(`正在安装依赖（${misfit.replace('node_modules/', '')} 缺失或版本不同）…`);
    install(withDev);
  }
  return runtime();
}
