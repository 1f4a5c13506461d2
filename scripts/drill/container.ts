/**
 * The images are built from Debian's own packages and the compose file is started as it is: two nodes behind a proxy, read-only
 * roots, no root. A node is taken away and the site goes on. The unit of systemd is looked at without systemd.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../../src/kit/server/db/operator-error.ts';
import { inRoot, root } from '../paths.mjs';
import type { DrillOptions } from './main.ts';
import { needPrograms, programAt, run } from './programs.ts';
import { report } from './report.ts';
import { freePort } from './server-process.ts';

const upMs = 180_000;
const mostExposure = 4;

/** What systemd thinks the unit leaves open, 0 to 10; undefined without its program. */
function exposure(): number | undefined {
  if (!programAt('systemd-analyze')) return undefined;
  const said = run('systemd-analyze', [
    'security',
    '--no-pager',
    '--offline=true',
    inRoot('deploy', 'onecard.service'),
  ]);
  return Number(/Overall exposure level[^:]*:\s*([\d.]+)/.exec(said)?.[1]);
}

export async function container({ write }: DrillOptions): Promise<void> {
  needPrograms({
    debootstrap: 'debootstrap',
    buildah: 'buildah',
    podman: 'podman',
    'podman-compose': 'podman-compose',
    runc: 'runc',
    'aardvark-dns': 'aardvark-dns',
    netavark: 'netavark',
    iptables: 'iptables',
  });
  const open = exposure();
  console.log('正在造镜像 …');
  const began = performance.now();
  run('bash', [inRoot('deploy', 'image.sh')]);
  const buildSeconds = (performance.now() - began) / 1000;
  // runc takes whatever groups the machine has; crun none that are half of either kind.
  const engine = join(await mkdtemp(join(tmpdir(), 'onecard-drill-container-')), 'containers.conf');
  await writeFile(engine, '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\n');
  const port = await freePort();
  const env = {
    CONTAINERS_CONF: engine,
    SITE_PORT: String(port),
    POSTGRES_PASSWORD: randomBytes(12).toString('hex'),
    SECRET_KEY: randomBytes(32).toString('base64'),
  };
  const compose = (...args: string[]) =>
    run('podman-compose', ['-p', 'onecarddrill', '-f', inRoot('deploy', 'compose.yaml'), ...args], { cwd: root, env });
  const inside = (name: string, ...args: string[]) =>
    run('podman', ['exec', `onecarddrill_${name}_1`, ...args], { env }).trim();
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(3_000) }).then(
      (reply) => reply.ok,
      () => false,
    );
  const until = async (what: string, look: () => Promise<boolean> | boolean) => {
    for (const end = performance.now() + upMs; !(await look()); await pause(1_000))
      if (performance.now() > end) throw new OperatorError(`${what}：没有等到，见 podman logs`);
  };
  try {
    const from = performance.now();
    compose('up', '-d');
    await until('站点应答', answers);
    const upSeconds = (performance.now() - from) / 1000;
    const users = ['node0', 'node1', 'database', 'proxy'].map((name) => inside(name, 'id', '-u'));
    const writes = ['node0', 'database', 'proxy'].filter((name) => {
      try {
        inside(name, 'touch', '/usr/x');
        return true;
      } catch {
        return false;
      }
    });
    await until('健康检查', () => {
      try {
        run('podman', ['healthcheck', 'run', 'onecarddrill_node0_1'], { env });
        return true;
      } catch {
        return false;
      }
    });
    const page = await fetch(`http://127.0.0.1:${port}/admin/`);
    const sizes = run('podman', ['images', '--format', '{{.Repository}} {{.Size}}'])
      .split('\n')
      .filter((line) => /onecard(-database|-proxy)?\s/.test(line))
      .map((line) => line.replace('localhost/', '').replace(' ', ' '));
    run('podman', ['kill', 'onecarddrill_node0_1'], { env });
    await pause(5_000);
    const goesOn = await answers();
    report(
      'container',
      [
        ['造三个镜像（秒）', buildSeconds.toFixed(0)],
        ['镜像', sizes.join('；')],
        ['从无到站点应答（秒）', upSeconds.toFixed(0)],
        ['容器里的用户（uid）', users.join('、')],
        ['根文件系统能写的容器', writes.length],
        ['控制台首页', `HTTP ${page.status}`],
        ['拿走一个节点后站点', goesOn ? '照常应答' : '不应答'],
        ['systemd-analyze security', open === undefined ? '本机没有' : `${open}（0 最严，10 最松）`],
      ],
      {
        passed:
          !users.includes('0') && writes.length === 0 && page.status === 200 && goesOn && (open ?? 0) <= mostExposure,
        write,
      },
    );
  } finally {
    compose('down', '-v', '-t', '20');
    await rm(dirname(engine), { recursive: true });
  }
}
