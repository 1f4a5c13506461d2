/** Processor time, which says more than the clock on a machine that does other things as well. */
import { readdir, readFile } from 'node:fs/promises';

/** The numbers of /proc/…/stat behind the name; empty where there is none. */
async function stat(id: string): Promise<number[]> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** Processor time of one process and its threads so far, seconds. */
export async function processCpu(pid: number): Promise<number> {
  const fields = await stat(String(pid));
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) / 100;
}

/** Processor time of the database server and all its processes so far, seconds (Linux only, 0 elsewhere). */
export async function serverCpu(pid: number): Promise<number> {
  let ticks = 0;
  for (const id of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(id)) continue;
    const fields = await stat(id);
    const own = Number(id) === pid;
    // Fields after the name: 1 parent, 11–14 user, system, and those of ended children.
    if (own) ticks += (fields[11] ?? 0) + (fields[12] ?? 0) + (fields[13] ?? 0) + (fields[14] ?? 0);
    else if (fields[1] === pid) ticks += (fields[11] ?? 0) + (fields[12] ?? 0);
  }
  return ticks / 100;
}
