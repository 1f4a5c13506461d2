/** Debian's PostgreSQL in a folder of the drill's, with pgBackRest beside it. */
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../paths.mjs';
import { needPrograms, programAt, run } from './programs.ts';
import { freePort } from './server-process.ts';

export interface ArchivedPostgres {
  databaseUrl: string;
  start(): void;
  /** SIGKILL to the postmaster: its backends follow. */
  kill(): void;
  /** All of its data, as a disk that broke. */
  loseData(): Promise<void>;
  backup(type: 'full' | 'incr'): void;
  /** Brings the data back as they stood at the instant; not yet started. */
  restore(at: string): void;
  /** What the archive holds, in bytes of the last full and the last incremental backup. */
  sizes(): { fullBytes: number; increments: number };
  stop(): void;
}

/** The user PostgreSQL runs as, and what puts a command under it. */
function owner() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(run('id', [flag, 'postgres']).trim());
  return { uid: id('-u'), gid: id('-g') };
}

/** A cluster with an archive, started. @throws OperatorError naming what this machine lacks. */
export async function archivedPostgres(folder: string): Promise<ArchivedPostgres> {
  needPrograms({
    pgbackrest: 'pgbackrest',
    initdb: 'postgresql-15',
    psql: 'postgresql-client-15',
    setpriv: 'util-linux',
  });
  const who = owner();
  const as = (file: string, args: readonly string[]) =>
    who
      ? run('setpriv', [`--reuid=${who.uid}`, `--regid=${who.gid}`, '--clear-groups', file, ...args], { cwd: folder })
      : run(file, args, { cwd: folder });
  const home = join(folder, 'postgres');
  const at = (name: string) => join(home, name);
  mkdirSync(home, { mode: 0o700 });
  for (const name of ['repo', 'log', 'lock', 'socket']) mkdirSync(at(name), { mode: 0o700 });
  if (who) for (const name of ['', 'repo', 'log', 'lock', 'socket']) chownSync(at(name), who.uid, who.gid);
  const port = await freePort();
  const password = randomBytes(12).toString('base64url');
  const data = at('data');
  const config = at('pgbackrest.conf');
  const values: Record<string, string> = {
    REPO: at('repo'),
    LOG: at('log'),
    LOCK: at('lock'),
    DATA: data,
    SOCKET: at('socket'),
    PORT: String(port),
  };
  const template = readFileSync(inRoot('deploy', 'backup.conf'), 'utf8');
  writeFileSync(
    config,
    template.replaceAll(/@([A-Z]+)@/g, (whole, name: string) => values[name] ?? whole),
  );
  const archive = [`--config=${config}`];
  const bin = (name: string) => programAt(name)!;
  as(bin('initdb'), [
    '-D',
    data,
    '--auth-local=peer',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ]);
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: at('socket'),
    max_connections: 200,
    shared_buffers: '256MB',
    timezone: 'Asia/Shanghai',
    jit: 'off',
    archive_mode: 'on',
    archive_command: `pgbackrest ${archive[0]} --stanza=onecard archive-push %p`,
    archive_timeout: '60s',
  };
  writeFileSync(
    join(data, 'postgresql.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'`)
      .join('\n'),
    { flag: 'a' },
  );
  const start = () => void as(bin('pg_ctl'), ['-D', data, '-w', '-t', '120', '-l', at('postgres.log'), 'start']);
  const sql = (text: string, database = 'postgres') =>
    as(bin('psql'), [
      '-XqAt',
      '-v',
      'ON_ERROR_STOP=1',
      '-h',
      at('socket'),
      '-p',
      String(port),
      '-d',
      database,
      '-c',
      text,
    ]);
  const databaseUrl = `postgres://onecard:${password}@127.0.0.1:${port}/onecard`;
  start();
  sql(`create role onecard login createdb createrole password '${password}'`);
  sql('grant pg_monitor, pg_signal_backend to onecard');
  sql('create database onecard owner onecard');
  as(bin('pgbackrest'), [...archive, '--stanza=onecard', 'stanza-create']);
  return {
    databaseUrl,
    start,
    kill: () => process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    loseData: () => rm(data, { recursive: true, force: true }),
    backup: (type) => void as('sh', [inRoot('deploy', 'backup.sh'), type, databaseUrl, ...archive]),
    restore: (instant) =>
      void as(bin('pgbackrest'), [
        ...archive,
        '--stanza=onecard',
        '--type=time',
        `--target=${instant}`,
        '--target-action=promote',
        'restore',
      ]),
    sizes: () => {
      const [stanza] = JSON.parse(as(bin('pgbackrest'), [...archive, '--stanza=onecard', '--output=json', 'info'])) as {
        backup: { type: string; info: { repository: { delta: number } } }[];
      }[];
      const full = stanza!.backup.filter((one) => one.type === 'full');
      return { fullBytes: full.at(-1)!.info.repository.delta, increments: stanza!.backup.length - full.length };
    },
    stop: () => void as(bin('pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']),
  };
}
