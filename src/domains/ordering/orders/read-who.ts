/** Whom or which order a terminal means, read strictly. */
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Identify } from '../../wallet/public.server.ts';
import { isOrderQr } from '../codes/order-qr.ts';

export interface Who {
  cardNo?: string;
  personId?: number;
  /** The six digits. */
  code?: string;
  /** What the diner's phone showed. */
  qr?: string;
  identify: Identify;
}
type WhoKey = 'cardNo' | 'personId' | 'code' | 'qr';

const identifies = new Set<unknown>(['CARD', 'FACE', 'QR', 'CODE', 'MANUAL']);
const checks: Record<WhoKey, { fits: (value: unknown) => boolean; says: string }> = {
  cardNo: { fits: (v) => typeof v === 'string' && /^[0-9A-Za-z]{1,32}$/.test(v), says: '1–32 位数字或字母' },
  personId: { fits: (v) => typeof v === 'number' && Number.isSafeInteger(v) && v > 0, says: '正整数' },
  code: { fits: (v) => typeof v === 'string' && /^\d{6}$/.test(v), says: '6 位数字' },
  qr: { fits: isOrderQr, says: '扫到的订单码' },
};

const bad = (detail: string) => refuse('BAD_RECORD', { detail });

/** At least one of `keys`; BAD_RECORD names the field. */
export function readWho(sent: unknown, keys: readonly WhoKey[]): Who | Refusal {
  const found = (sent ?? {}) as Record<string, unknown>;
  const { identify = 'CARD' } = found;
  if (!identifies.has(identify)) return bad('identify 不在可选范围内');
  const given = keys.filter((key) => found[key] !== undefined);
  const wrong = given.find((key) => !checks[key].fits(found[key]));
  if (wrong) return bad(`${wrong} 应为${checks[wrong].says}`);
  if (given.length === 0) return bad(`${keys.join('、')} 至少有一项`);
  return { ...Object.fromEntries(given.map((key) => [key, found[key]])), identify: identify as Identify };
}
