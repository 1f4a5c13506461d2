/** What travels between identity's server side and its hand-made screens. */
import type { Duty } from '../../kit/define/duty.ts';
import type { DatabaseFigures } from '../../kit/server/db/database-figures.ts';

export interface PermissionPage {
  path: string;
  title: string;
  verbs: { key: string; label: string }[];
}

/** One second-level group of the menu with its pages. */
export interface PermissionGroup {
  top: string;
  child: string;
  pages: PermissionPage[];
}

/** One live session of an account. */
export interface SessionLine {
  id: number;
  /** Kind of unit it acts for, in words. */
  identity: string;
  issuedAt: string;
  lastSeenAt: string;
  expireAt: string;
  ip: string;
  device: string;
  /** The session that asks. */
  current: boolean;
}

export interface NodeHealth {
  host: string;
  pid: number;
  uptimeSeconds: number;
  /** Over 1, 5 and 15 minutes. */
  load: number[];
  rssBytes: number;
  poolTotal: number;
  poolIdle: number;
  poolWaiting: number;
}

export interface DatabaseHealth extends DatabaseFigures {
  answerMs: number;
}

/** A ready-made role a unit may take over. */
export interface ReadyPost {
  id: number;
  name: string;
  grants: string[];
  dataScope: string;
  remark: string | null;
  /** How many pages it looks at, how many buttons of each other duty it has. */
  duties: { duty: Duty; count: number }[];
  /** A name that no role of the unit has. */
  freeName: string;
  /** Names of the unit's roles that were taken from it. */
  takenAs: string[];
  /** It grants what the session has not itself. */
  beyond: boolean;
}

export interface DiskHealth {
  path: string;
  /** Null where the system does not tell. */
  totalBytes: number | null;
  freeBytes: number | null;
}

/** Counts of the last 24 hours, and of now. */
export interface TaskHealth {
  exportsOpen: number;
  exportsFailed: number;
  sessions: number;
  sessionsNow: number;
  signIns: number;
  signInFailures: number;
  changes: number;
}

export interface ServerHealth {
  at: string;
  /** In words; empty when nothing needs attention. */
  warnings: string[];
  node: NodeHealth;
  /** Null when it could not be read. */
  database: DatabaseHealth | null;
  disk: DiskHealth;
  backupAt: string | null;
  queues: { name: string; queued: number; active: number; failed: number }[];
  /** What took the database long on this node in the last day. */
  slow: { text: string; count: number; maxMs: number; totalMs: number; lastAt: string; lastRequest: string }[];
  tasks: TaskHealth | null;
  versions: { product: string; node: string; pages: number };
}
