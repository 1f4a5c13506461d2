/**
 * Makes a new cluster. It is made beside its final place and moved there when whole, so that an interrupted first
 * start leaves nothing half-made.
 */
import { chmod, chown, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { type Binaries, programPath } from './binaries.ts';
import { exists, readText } from './files.ts';
import { type Place, privateFolder } from './place.ts';
import { run } from './process.ts';

/** The cluster's superuser. The application never uses it. */
export const superuser = 'postgres';

/**
 * Creates the cluster at `place.cluster` unless it is there; `password` becomes the superuser's.
 * @throws OperatorError when initdb fails or the cluster is of another major version.
 */
export async function ensureCluster(place: Place, binaries: Binaries, password: string): Promise<void> {
  const version = await readText(join(place.cluster, 'PG_VERSION'));
  if (version && Number.parseInt(version, 10) !== binaries.major) {
    throw new OperatorError(
      `数据目录 ${place.cluster} 由 PostgreSQL ${version.trim()} 创建，当前程序为 ${binaries.major}，不能直接打开。` +
        '请先用原版本导出（pg_dump）再导入。',
    );
  }
  if (version) return;
  if (await exists(place.cluster)) {
    throw new OperatorError(`${place.cluster} 已存在，但不是数据库目录。请移走后重试。`);
  }
  const half = `${place.cluster}.new`;
  const passwordFile = `${half}.pw`;
  await rm(half, { recursive: true, force: true });
  await privateFolder(half, place.as);
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    await chmod(passwordFile, 0o600);
    if (place.as) await chown(passwordFile, place.as.uid, place.as.gid);
    const made = await run(
      programPath(binaries, 'initdb'),
      [
        `--pgdata=${half}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        // Order by code point as in C, but upper and lower case of all scripts; known from 17 on.
        ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
        '--data-checksums',
      ],
      place.as,
    );
    if (made.code !== 0) throw new OperatorError(`创建数据库失败：${made.output.trim().slice(-2000)}`);
    await rename(half, place.cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}
