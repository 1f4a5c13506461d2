// Finds the Chromium of the browser tests, or installs it from the system's packages.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { chromiumOfUser } from './chromium-of-user.mjs';

// The one without windows does the same for little more than half the processor time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Those that Debian's packages install with windows. */
const debianNames = names.slice(1, 3);
const font = 'fonts-noto-cjk';
/** What to install, the best first; older Debians have no shell of its own. */
const wishes = [
  ['chromium-headless-shell', font],
  ['chromium', font],
];

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

/** Installs the first of the wishes that can be had, with newer lists where the old ones know none. */
function install(wanted) {
  const some = () => wanted.some((packages) => apt('install', '-y', '--no-install-recommends', ...packages));
  return some() || (apt('update') && some());
}

/** A browser with windows is used where the one without cannot be had for the asking: installing it is paid back in the first minutes. */
function shellInstead(found) {
  const given = process.env.CHROMIUM !== undefined || process.getuid?.() !== 0;
  if (given || !debianNames.includes(basename(found))) return found;
  console.log(`正在安装 ${names[0]}，浏览器测试用它省一半时间……`);
  install([[names[0]]]);
  return find();
}

/** Path of a Chromium; undefined, after a clear message, when there is none and it cannot be installed. */
export function ensureChromium() {
  const found = find();
  if (found) return shellInstead(found);
  console.log('没有找到 Chromium，正在安装……');
  install(wishes);
  const installed = find() ?? chromiumOfUser(wishes);
  if (!installed) {
    console.error(
      '浏览器测试需要 Chromium，但未能安装。' +
        `请用 root 执行 apt-get install -y ${wishes.at(-1).join(' ')}，或用环境变量 CHROMIUM 指定浏览器程序。`,
    );
  }
  return installed;
}
