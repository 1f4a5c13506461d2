/** A package on its way to a terminal that was offered it, whole or the part its Range asks for. */
import type { Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { FilePart } from '../api/file-part.ts';
import type { KnownDevice } from '../directory.ts';
import { deviceRefusals } from '../refusals.ts';

/** `bytes=a-b` or `bytes=a-`, both ends included; undefined for no range, null for one that is none. */
export function readRange(header: string | undefined, size: number): { start: number; end: number } | undefined | null {
  if (header === undefined) return undefined;
  const found = /^bytes=(\d+)-(\d*)$/.exec(header);
  if (!found) return null;
  const start = Number(found[1]);
  const end = Math.min(found[2] === '' ? size - 1 : Number(found[2]), size - 1);
  return start <= end ? { start, end } : null;
}

export async function sendPackage(
  { pool, files }: Pick<Services, 'pool' | 'files'>,
  { at: { organizationId, deviceId } }: KnownDevice,
  id: unknown,
  header: string | undefined,
): Promise<FilePart | Refusal> {
  const { rows } = await pool.query<{ key: string; size: number }>(
    `select v.file_key as key, v.size from app_install i join app_version v on v.id = i.app_id
     where i.organization_id = $1 and i.device_id = $2 and i.app_id = $3 and v.status in ('GRAY', 'RELEASED')`,
    [organizationId, deviceId, /^\d{1,15}$/.test(String(id)) ? Number(id) : 0],
  );
  const app = rows[0];
  if (!app) return refuse(deviceRefusals.APP_NOT_OFFERED);
  const range = readRange(header, app.size);
  if (range === null) return refuse('MALFORMED', { detail: `Range 应为 bytes=起-止，不超过 ${app.size} 字节` });
  const found = await files.get(app.key, range);
  return found ? new FilePart(found.stream, app.size, range) : refuse('NOT_FOUND');
}
