// Chromium for a user without root on Debian: the same system packages, unpacked into the user's cache folder.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const home = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'onecard-chromium');

/** Runs a program, showing what it says; false when it is missing or fails. */
const run = (file, ...args) => spawnSync(file, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;

/** Downloads the first of the wished lists of packages there is, and what it needs beyond the installed ones, into `apt`; no lock and no root needed. */
function download(apt, wishes) {
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(apt, folder), { recursive: true });
  const settings = {
    'Dir::State::Lists': join(apt, 'lists'),
    'Dir::Cache': join(apt, 'cache'),
    'Debug::NoLocking': 'true',
    'APT::Sandbox::User': '',
    'APT::Get::AllowUnauthenticated': 'false',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const fetched = (packages) =>
    run('apt-get', '-q', ...options, 'install', '-y', '--download-only', '--no-install-recommends', ...packages);
  return run('apt-get', '-q', ...options, 'update') && wishes.some(fetched);
}

/** The program is told where its libraries and fonts are; fonts of the system count too. */
function writeLauncher(folder, root) {
  const libraries = readdirSync(join(root, 'usr', 'lib')).filter((name) => name.endsWith('-linux-gnu'));
  const path = libraries.flatMap((name) => [join(root, 'usr', 'lib', name), join(root, 'lib', name)]).join(':');
  const fonts = join(folder, 'fonts.conf');
  writeFileSync(
    fonts,
    `<?xml version="1.0"?><fontconfig><dir>${root}/usr/share/fonts</dir><dir>/usr/share/fonts</dir>` +
      `<cachedir>${folder}/font-cache</cachedir></fontconfig>\n`,
  );
  const launcher = join(folder, 'chromium');
  const programs = ['chromium-headless-shell', 'chromium'].map((name) => `${root}/usr/lib/chromium/${name}`);
  const program = programs.find((path) => existsSync(path));
  writeFileSync(
    launcher,
    `#!/bin/sh\nexport LD_LIBRARY_PATH='${path}' FONTCONFIG_FILE='${fonts}'\nexec '${program}' "$@"\n`,
  );
  chmodSync(launcher, 0o755);
}

/** Path of a launcher that runs; undefined where this way is closed (no apt, no network, another system). */
export function chromiumOfUser(wishes) {
  const launcher = join(home, 'chromium');
  const works = () => existsSync(launcher) && spawnSync(launcher, ['--version'], { stdio: 'ignore' }).status === 0;
  if (works()) return launcher;
  const apt = join(home, 'apt');
  const root = join(home, 'root');
  const half = `${root}.new`;
  rmSync(home, { recursive: true, force: true });
  if (!download(apt, wishes)) return undefined;
  mkdirSync(half, { recursive: true });
  const archives = join(apt, 'cache', 'archives');
  const debs = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  if (!debs.every((name) => run('dpkg-deb', '-x', join(archives, name), half))) return undefined;
  renameSync(half, root);
  rmSync(apt, { recursive: true });
  writeLauncher(home, root);
  return works() ? launcher : undefined;
}
