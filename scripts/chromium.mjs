// Finds the Chromium of the browser tests, or installs it from the system's packages.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromiumOfUser } from './chromium-of-user.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const packages = ['chromium', 'fonts-noto-cjk'];

function runnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find() {
  const given = process.env.CHROMIUM;
  if (given) return runnable(given) ? given : undefined;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].filter(Boolean);
  const macApp = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), macApp].find(runnable);
}

/** Runs apt-get as root; false where there is neither root nor password-less sudo. */
function apt(...args) {
  const root = process.getuid?.() === 0;
  const [file, head] = root ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (
    spawnSync(file, [...head, ...args], { env, stdio: root ? 'inherit' : ['ignore', 'inherit', 'ignore'] }).status === 0
  );
}

/** Path of a Chromium; undefined, after a clear message, when there is none and it cannot be installed. */
export function ensureChromium() {
  const found = find();
  if (found) return found;
  console.log(`没有找到 Chromium，正在安装 ${packages.join(' ')} …`);
  if (!apt('install', '-y', '--no-install-recommends', ...packages) && apt('update')) {
    apt('install', '-y', '--no-install-recommends', ...packages);
  }
  const installed = find() ?? chromiumOfUser(packages);
  if (!installed) {
    console.error(
      '浏览器测试需要 Chromium，但未能安装。' +
        `请用 root 执行 apt-get install -y ${packages.join(' ')}，或用环境变量 CHROMIUM 指定浏览器程序。`,
    );
  }
  return installed;
}
