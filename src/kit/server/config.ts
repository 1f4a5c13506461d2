/** Settings from the environment, read once at the start; see docs/operating.md for each. */

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  production: boolean;
  /** Seeds and shows the demo units; never in production. */
  demo: boolean;
  company: string;
  siteDomain: string;
  imageHost: string;
  mapKey: string;
  version: '1.0.0';
  /** Records a terminal took offline are believed up to this age, days; older ones wait for a clerk. */
  offlineDays: number;
  /** 0, 1, 2 … of the nodes on one database: nodes with different numbers do not wait for each other's day totals. */
  nodeNumber: number;
  /** The operator has lost the super administrator's password: make a new one at this start. */
  resetSuper: boolean;
  /** Folder of the built console; `dist` beside the sources otherwise. */
  consoleDir: string | undefined;
}

/** Reads the configuration; throws with the variable's name when a value is unusable. */
export function readConfig(env: Record<string, string | undefined>, root: string): Config {
  const port = Number(env.PORT ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT 不是有效端口：${env.PORT}`);
  const offlineDays = Number(env.OFFLINE_DAYS ?? 45);
  if (!Number.isInteger(offlineDays) || offlineDays < 1 || offlineDays > 36_500)
    throw new Error(`OFFLINE_DAYS 应为 1–36500 的天数：${env.OFFLINE_DAYS}`);
  const nodeNumber = Number(env.NODE_NUMBER ?? 0);
  if (!Number.isInteger(nodeNumber) || nodeNumber < 0 || nodeNumber > 1000)
    throw new Error(`NODE_NUMBER 应为 0–1000 的整数：${env.NODE_NUMBER}`);
  const production = env.NODE_ENV === 'production';
  return {
    port,
    host: env.HOST ?? '0.0.0.0',
    dataDir: env.DATA_DIR ?? `${root}/data`,
    databaseUrl: env.DATABASE_URL || undefined,
    production,
    demo: !production && env.ONECARD_DEMO === '1',
    company: env.SITE_COMPANY ?? '智慧一卡通服务平台',
    siteDomain: env.SITE_DOMAIN ?? 'localhost',
    imageHost: env.IMAGE_HOST ?? '',
    mapKey: env.MAP_KEY ?? '',
    version: '1.0.0',
    offlineDays,
    nodeNumber,
    resetSuper: env.RESET_SUPER === '1',
    consoleDir: env.CONSOLE_DIST || undefined,
  };
}
