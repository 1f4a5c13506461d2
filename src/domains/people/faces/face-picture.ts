/** Looks at an uploaded picture before it may be a face: JPEG or PNG, large enough for the devices. */

import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { findStoredFile } from '../../../kit/server/files/save-upload.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../refusals.ts';

/** Shorter side that devices need at least, and from which on a picture is as good as it gets. */
const leastSide = 240;
const goodSide = 480;

/** Width and height out of the first bytes; undefined for what is neither JPEG nor PNG. */
export function pictureSize(head: Buffer): { width: number; height: number } | undefined {
  if (head.length > 24 && head.readUInt32BE(0) === 0x89504e47)
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < head.length; ) {
    if (head[at] !== 0xff) return undefined;
    const marker = head[at + 1]!;
    // Start of frame, in its thirteen kinds; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    at += 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}

/** 0–100 by the shorter side, and why it does not do. */
export function judgePicture(size: { width: number; height: number }): { quality: number; wrong: string | null } {
  const side = Math.min(size.width, size.height);
  const quality = Math.min(100, Math.round((side / goodSide) * 100));
  return {
    quality,
    wrong: side < leastSide ? `清晰度不足：${size.width}×${size.height}，短边至少 ${leastSide} 像素` : null,
  };
}

/** The stored picture with its size, or why it cannot be one. Only the own unit's uploads count. */
export async function readPicture(ctx: Ctx, key: string): Promise<{ width: number; height: number } | Refusal> {
  const file = key.startsWith('face/') ? await findStoredFile(sqlOf(ctx.db), key) : undefined;
  if (!file || file.unitId !== ctx.session.unitId || file.unitType !== ctx.session.unitType)
    return refuse('FACE_PICTURE', { detail: '文件不存在，请重新上传' }, { imageUrl: '文件不存在，请重新上传' });
  const found = await ctx.services.files.get(key, { start: 0, end: 262_143 });
  const chunks: Buffer[] = [];
  if (found) for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  const size = pictureSize(Buffer.concat(chunks));
  return size ?? refuse('FACE_PICTURE', { detail: '请使用 JPG 或 PNG 照片' }, { imageUrl: '请使用 JPG 或 PNG 照片' });
}

/** Takes pictures out of the store. What is not there is no error. */
export async function dropPictures(ctx: Ctx, keys: readonly (string | null | undefined | Refusal)[]): Promise<void> {
  for (const key of keys) {
    if (!key || isRefusal(key)) continue;
    await ctx.services.files.remove(key);
    await sqlOf(ctx.db).query('delete /* wall: a key out of a row of the scope */ from stored_file where key = $1', [
      key,
    ]);
  }
}
