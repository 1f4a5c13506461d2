/**
 * Which user the cluster runs as. PostgreSQL refuses to run as root, so a server started by root runs its cluster as
 * the owner of the existing cluster, else as `postgres`, created when missing.
 */
import { OperatorError } from '../operator-error.ts';
import { statOf } from './files.ts';
import { type RunAs, run } from './process.ts';

const userName = 'postgres';

async function idOf(option: '-u' | '-g', name: string): Promise<number | undefined> {
  const found = await run('id', [option, name]);
  return found.code === 0 ? Number.parseInt(found.output, 10) : undefined;
}

async function lookUp(name: string): Promise<RunAs | undefined> {
  const uid = await idOf('-u', name);
  const gid = await idOf('-g', name);
  return uid === undefined || gid === undefined ? undefined : { name, uid, gid };
}

async function create(): Promise<RunAs> {
  const home = '/var/lib/onecard';
  const ways: readonly [string, readonly string[]][] = [
    [
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--home-dir', home, '--shell', '/bin/false', userName],
    ],
    ['adduser', ['-S', '-D', '-H', '-h', home, '-s', '/bin/false', userName]],
  ];
  let said = '';
  for (const [program, args] of ways) {
    said += (await run(program, args)).output;
    const made = await lookUp(userName);
    if (made) return made;
  }
  throw new OperatorError(
    `以 root 启动时数据库须以普通用户运行，但无法创建用户 ${userName}：${said.trim()}。` +
      `请手工创建该用户（useradd --system ${userName}）、改用普通用户启动，或用 DATABASE_URL 连接现有数据库。`,
  );
}

/**
 * The user for the cluster at `cluster` (which need not exist yet); undefined means the user of this process.
 * @throws OperatorError when the cluster belongs to somebody else, or the user cannot be created.
 */
export async function clusterUser(cluster: string): Promise<RunAs | undefined> {
  const owner = await statOf(cluster);
  const self = process.getuid?.();
  if (self === undefined) return undefined;
  if (self !== 0) {
    if (owner && owner.uid !== self) {
      throw new OperatorError(
        `数据库目录 ${cluster} 属于另一个用户（uid ${owner.uid}），当前用户（uid ${self}）不能使用。` +
          '请用原来的用户（或 root）启动，或用 DATA_DIR 指定另一个数据目录。',
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  return (await lookUp(userName)) ?? (await create());
}
