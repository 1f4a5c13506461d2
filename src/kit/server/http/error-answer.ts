/** What whoever asked is told of an error: of bad requests and lacks of the machine in words, of a bug the number it is logged under. */
import type { Log } from '../context.ts';
import { isDatabaseAway } from '../db/away.ts';
import { diskRefusals, isDiskFull } from '../files/disk-room.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { numberOf } from '../request-id.ts';
import { type Answer, refused } from './envelope.ts';

/** PostgreSQL: a byte sequence or escape its texts and JSON cannot hold. */
const unstorable = new Set(['22021', '22P05']);
const again = { 'retry-after': '1' };

const told = (refusal: Refusal, status: number, headers?: Answer['headers']): Answer => ({
  status,
  body: refused(refusal).body,
  ...(headers && { headers }),
});

/** The answer to a request that ended in `thrown`; what an operator must know of it is logged. */
export function errorAnswer(thrown: unknown, { url, id }: { url: string; id: string }, log: Log): Answer {
  const error = thrown as Partial<Error> & { statusCode?: number; code?: unknown };
  const status = error.statusCode ?? 500;
  if (status === 413) return told(refuse('TOO_LARGE', { limit: '请求内容 2 MB' }), 400);
  if (status === 429 || status === 503) return told(refuse('BUSY'), status);
  if (status >= 400 && status < 500) return told(refuse('MALFORMED', { detail: '无法读取请求内容' }), 400);
  // A character no text can hold (0x00), in a place that had no field to say so.
  if (unstorable.has(String(error.code))) return told(refuse('MALFORMED', { detail: '含有不可用的字符' }), 400);
  if (isDatabaseAway(thrown)) {
    log.error('database away', { url, error: error.message });
    return told(refuse('BUSY'), 503, again);
  }
  if (isDiskFull(thrown)) {
    log.error('disk full', { url, error: error.message });
    return { ...refused(refuse(diskRefusals.DISK_LOW, { what: '写入文件' })), headers: again };
  }
  const reference = numberOf(id);
  log.error('request failed', { url, reference, error: error.stack ?? String(thrown) });
  return { status: 500, body: { errorcode: 5000, errormsg: `服务异常，请稍后再试（编号 ${reference}）`, data: null } };
}
