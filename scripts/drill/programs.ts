/** Programs of the machine a drill needs: Debian's own packages, installed where root runs the drill, named elsewhere. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { OperatorError } from '../../src/kit/server/db/operator-error.ts';

const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/sbin',
  '/usr/lib/postgresql/15/bin',
  '/usr/lib/podman',
];

/** Path of a program; undefined when the machine has none. */
export const programAt = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** Runs a program to its end. @throws with what it said when it fails. */
export function run(
  file: string,
  args: readonly string[],
  { cwd, env }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    cwd,
    env: { ...process.env, ...env },
  });
  if (status === 0) return stdout;
  throw new Error(`${file} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`.trim().slice(-2_000)}`);
}

/** Program → Debian's package with it. */
type Wanted = Readonly<Record<string, string>>;

/**
 * Sees to it that the programs are there.
 * @throws OperatorError naming the packages where they cannot be installed here.
 */
export function needPrograms(wanted: Wanted): void {
  const missing = () => [
    ...new Set(
      Object.keys(wanted)
        .filter((name) => !programAt(name))
        .map((name) => wanted[name]!),
    ),
  ];
  const packages = missing();
  if (packages.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !programAt('apt-get'))
    throw new OperatorError(`演练还需要：${packages.join('、')}。请先执行：sudo ${command}`);
  console.log(`正在安装 ${packages.join('、')} …`);
  // Whatever the packages would start by themselves is none of the drill's.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new OperatorError(`安装未成功，请手工执行：${command}\n${stderr.trim().slice(-500)}`);
  }
  const left = missing();
  if (left.length > 0) throw new OperatorError(`安装后仍没有：${left.join('、')}`);
}
