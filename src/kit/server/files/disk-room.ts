/** How much room the data disk has left. What can wait (uploads, exports) is refused while money can still be booked. */
import { statfs } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { defineRefusals, type Refusal, refuse } from '../refusal.ts';

export const diskRefusals = defineRefusals({
  DISK_LOW: { errorcode: 1350, status: 503, message: '服务器磁盘空间不足，暂停{what}，请联系运维人员清理或扩容' },
});

export interface DiskRoom {
  /** Why something that takes room is not begun now; undefined while there is room. `what` in the clerk's words: 上传. */
  refuses(what: string): Promise<Refusal | undefined>;
  /** Free bytes; undefined where the system does not tell. */
  freeBytes(): Promise<number | undefined>;
}

/** Whether an error, or what caused it, is a disk (or its owner's share of it) without room. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(cause);
}

const lookEveryMs = 10_000;

async function freeOn(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk && disk.bavail * disk.bsize;
}

/** Of the fullest disk; undefined where no disk tells. */
async function leastFree(
  folders: readonly string[],
  free: (folder: string) => Promise<number | undefined>,
): Promise<number | undefined> {
  const told = (await Promise.all(folders.map(free))).filter((bytes) => bytes !== undefined);
  return told.length === 0 ? undefined : Math.min(...told);
}

/** Watches the disks of `folders`, the fullest counts; below `lowBytes` nothing is begun that can wait. `free` is given by tests. */
export function diskRoom(
  clock: Clock,
  {
    folders,
    lowBytes,
    free = freeOn,
  }: { folders: readonly string[]; lowBytes: number; free?: (folder: string) => Promise<number | undefined> },
): DiskRoom {
  let known: { at: number; bytes: number | undefined } | undefined;
  const freeBytes = async () => {
    const now = clock.now();
    if (!known || Math.abs(now - known.at) > lookEveryMs) known = { at: now, bytes: await leastFree(folders, free) };
    return known.bytes;
  };
  return {
    freeBytes,
    refuses: async (what) => {
      const bytes = await freeBytes();
      return bytes !== undefined && bytes < lowBytes ? refuse(diskRefusals.DISK_LOW, { what }) : undefined;
    },
  };
}
