/** Settings from the environment, read once at the start; see docs/operating.md for each. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { readS3Config, type S3Place } from './files/s3-store.ts';
import type { UploadQuota } from './files/upload-quota.ts';

const roles = ['both', 'api', 'jobs'] as const;

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database through a connection pooler: for requests, which come and go; what keeps its session goes straight. */
  databasePoolUrl: string | undefined;
  /** A standby of the database, for reports, lists over long times and exports; none reads the primary. */
  databaseReadUrl: string | undefined;
  /** What this process does: answer requests, do background work, or both. */
  role: (typeof roles)[number];
  /** Uploaded and exported files; nodes on one database share it. */
  filesDir: string;
  /** Files lie in this bucket instead. */
  s3: S3Place | undefined;
  production: boolean;
  /** Seeds and shows the demo units; never in production. */
  demo: boolean;
  /** Shows the API's description to anybody who asks; in production only when told to. */
  apiDocs: boolean;
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
  /** Keys that secrets are sealed with before they are stored: the present one first; none leaves them in the clear. */
  secretKeys: readonly KeyObject[];
  /** Peers whose X-Forwarded-* headers are believed: names of address ranges, addresses, subnets; none when empty. */
  trustProxy: readonly string[];
  /** Below this much free on the data disk nothing is begun that can wait: uploads, exports. */
  diskLowMib: number;
  /** What an account, and a unit, may keep uploaded. */
  uploadQuota: UploadQuota;
  /** `smtp://user:password@host:port` mail is sent through; none files kept searches alone. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Who asks for `/metrics` must bring it; without one only the machine itself is answered. */
  metricsToken: string | undefined;
  /** The demo's terminals sell in meal hours while the server runs. */
  demoLive: boolean;
  /** Folder of the built console; `dist` beside the sources otherwise. */
  consoleDir: string | undefined;
}

const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** `none`, or a list of loopback, linklocal, uniquelocal, addresses and subnets. */
function readTrustProxy(text: string): readonly string[] {
  const list = text.split(',').map((one) => one.trim());
  if (list.length === 1 && list[0] === 'none') return [];
  const known = (one: string) => {
    const [address, bits, more] = one.split('/');
    const most = isIP(address!) === 6 ? 128 : 32;
    return (
      isIP(address!) > 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= most))
    );
  };
  const bad = list.find((one) => !namedRanges.has(one) && !known(one));
  if (bad !== undefined)
    throw new Error(`TRUST_PROXY 应为 none，或以逗号分隔的 loopback、linklocal、uniquelocal、地址、网段：${bad}`);
  return list;
}

const keyBytes = 32;

function readSecretKeys(env: Record<string, string | undefined>): KeyObject[] {
  const read = (name: string) => {
    const text = env[name];
    if (!text) return [];
    const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
    if (bytes.length !== keyBytes)
      throw new Error(`${name} 应为 32 字节，以 base64 或十六进制写出（openssl rand -base64 32）`);
    return [createSecretKey(bytes)];
  };
  if (env.SECRET_KEY_FORMER && !env.SECRET_KEY) throw new Error('SECRET_KEY_FORMER 只与 SECRET_KEY 一起使用');
  return [...read('SECRET_KEY'), ...read('SECRET_KEY_FORMER')];
}

/** A whole number of MiB from the environment. */
function whole(env: Record<string, string | undefined>, name: string, otherwise: number): number {
  const value = Number(env[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} 应为 0 以上的整数（MiB）：${env[name]}`);
  return value;
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
  const role = roles.find((one) => one === (env.ROLE || 'both'));
  if (!role) throw new Error(`ROLE 应为 api、jobs 或 both：${env.ROLE}`);
  const dataDir = env.DATA_DIR ?? `${root}/data`;
  const production = env.NODE_ENV === 'production';
  return {
    port,
    host: env.HOST ?? '0.0.0.0',
    dataDir,
    filesDir: env.FILES_DIR || `${dataDir}/files`,
    s3: readS3Config(env),
    databaseUrl: env.DATABASE_URL || undefined,
    databasePoolUrl: env.DATABASE_POOL_URL || undefined,
    databaseReadUrl: env.DATABASE_READ_URL || undefined,
    role,
    production,
    demo: !production && env.ONECARD_DEMO === '1',
    apiDocs: !production || env.API_DOCS === '1',
    company: env.SITE_COMPANY ?? '智慧一卡通服务平台',
    siteDomain: env.SITE_DOMAIN ?? 'localhost',
    imageHost: env.IMAGE_HOST ?? '',
    mapKey: env.MAP_KEY ?? '',
    version: '1.0.0',
    offlineDays,
    nodeNumber,
    secretKeys: readSecretKeys(env),
    trustProxy: readTrustProxy(env.TRUST_PROXY || 'loopback'),
    resetSuper: env.RESET_SUPER === '1',
    diskLowMib: whole(env, 'DISK_LOW_MIB', 2_048),
    uploadQuota: {
      accountMib: whole(env, 'UPLOAD_ACCOUNT_MIB', 2_048),
      unitMib: whole(env, 'UPLOAD_UNIT_MIB', 20_480),
    },
    smtpUrl: env.SMTP_URL || undefined,
    mailFrom: env.MAIL_FROM ?? 'onecard@localhost',
    metricsToken: env.METRICS_TOKEN || undefined,
    demoLive: env.DEMO_LIVE !== '0',
    consoleDir: env.CONSOLE_DIST || undefined,
  };
}
