/**
 * The code of an order that a diner shows at the counter: `OQ1.` order number `.` end in epoch seconds `.` HMAC-SHA-256 over unit and
 * all before it, its first 16 bytes in base64url. It holds for five minutes, so that a picture of it is worth nothing at the next meal;
 * a terminal that is cut off reads number and end, and the server judges the signature when the record comes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { orderingRefusals } from '../refusals.ts';

type Deps = Pick<Services, 'pool' | 'clock' | 'random' | 'vault'>;

/** How long a code is shown before the app asks for the next one. */
export const qrMinutes = 5;
const macBytes = 16;
const form = /^OQ1\.(\d{1,16})\.(\d{1,12})\.([\w-]{22})$/;

/** Does the text look like an order's code? What it says is believed by `orderOfQr` alone. */
export const isOrderQr = (text: unknown): boolean => typeof text === 'string' && form.test(text);

const macOf = (secret: string, organizationId: number, facts: string): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(`${organizationId}.${facts}`)
    .digest()
    .subarray(0, macBytes);

/** The unit's key, made with its first code; undefined where there is none yet. */
async function secretOf({ pool, vault }: Deps, organizationId: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ secret: string }>(
    'select secret from order_code_key where organization_id = $1',
    [organizationId],
  );
  return rows[0] && vault.open(rows[0].secret);
}

async function makeSecret(deps: Deps, organizationId: number): Promise<string> {
  const { pool, vault, random, clock } = deps;
  await pool.query(
    'insert into order_code_key (organization_id, secret, created_at) values ($1, $2, $3) on conflict do nothing',
    [organizationId, vault.seal(random.token(32)), isoAt(clock.now())],
  );
  return (await secretOf(deps, organizationId))!;
}

/** A code for the order from now on, and when it ends. */
export async function writeOrderQr(
  deps: Deps,
  organizationId: number,
  orderId: number,
): Promise<{ qr: string; until: string }> {
  const secret = (await secretOf(deps, organizationId)) ?? (await makeSecret(deps, organizationId));
  const untilSeconds = Math.floor(deps.clock.now() / 1000) + qrMinutes * 60;
  const facts = `OQ1.${orderId}.${untilSeconds}`;
  const mac = macOf(secret, organizationId, facts).toString('base64url');
  return { qr: `${facts}.${mac}`, until: isoAt(untilSeconds * 1000) };
}

/** The order a code was made for; refused when this unit made no such code, or when it had ended at `atMs`. */
export async function orderOfQr(
  deps: Deps,
  organizationId: number,
  text: string,
  atMs: number,
): Promise<number | Refusal> {
  const [, orderId, until, mac] = form.exec(text) ?? [];
  const secret = await secretOf(deps, organizationId);
  const genuine =
    secret !== undefined &&
    mac !== undefined &&
    timingSafeEqual(macOf(secret, organizationId, `OQ1.${orderId}.${until}`), Buffer.from(mac, 'base64url'));
  if (!genuine) return refuse(orderingRefusals.ORDER_QR_FALSE);
  return atMs <= Number(until) * 1000
    ? Number(orderId)
    : refuse(orderingRefusals.ORDER_QR_OVER, { minutes: qrMinutes });
}
