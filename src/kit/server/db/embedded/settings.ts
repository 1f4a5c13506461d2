/** The cluster's settings, given on the command line at each start so that they are always those of this version. */
import { totalmem } from 'node:os';

const mb = 1024 * 1024;

export interface ListenOn {
  /** Folder of the unix socket; undefined listens on TCP at 127.0.0.1. */
  socketDir: string | undefined;
  port: number;
}

export interface ClusterPromises {
  /** false (tests only) gives up crash safety for speed. */
  durable: boolean;
  /** Commits are answered before they are on disk: a power cut takes the last of them, the rest stands. */
  unhurried: boolean;
}

/** `name=value` settings. */
export function clusterSettings(listen: ListenOn, { durable, unhurried }: ClusterPromises): string[] {
  const memoryMb = Math.floor(totalmem() / mb);
  const settings: Record<string, string | number> = {
    listen_addresses: listen.socketDir ? '' : '127.0.0.1',
    unix_socket_directories: listen.socketDir ?? '',
    unix_socket_permissions: '0700',
    port: listen.port,
    max_connections: 200,
    shared_buffers: `${Math.max(64, Math.min(durable ? 512 : 128, Math.floor(memoryMb / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(memoryMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    wal_compression: 'on',
    max_wal_size: '4GB',
    // Log files kept to be written again: making a new one holds every commit up, for 90 ms on a slow disk.
    min_wal_size: durable ? '1GB' : '256MB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'Asia/Shanghai',
    log_timezone: 'Asia/Shanghai',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_line_prefix: '%m [%p] %q%a ',
    log_min_duration_statement: '2s',
    log_parameter_max_length: 0,
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable && !unhurried ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}
