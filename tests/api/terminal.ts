/** Whoever signs requests with a key of 32 bytes, for tests of the device API and of the diners'. */
import { canonical, deviceKey, sign } from '../../src/domains/device/testing.ts';
import type { Answer, DemoAccount, TestApp } from '../support/server.ts';

interface Twist {
  device?: number;
  seq?: number;
  /** Signed over this body instead of what is sent. */
  signedBody?: string;
  /** Signed at this instant. */
  time?: number;
}

export interface Terminal {
  deviceId: number;
  epoch: number;
  /** Sends a signed request; `seq` counts up by itself unless given. */
  send(method: 'GET' | 'POST', path: string, body?: string, twist?: Twist): Promise<Answer>;
}

/** Pairs the account's nth terminal that stands at a place and sells, by the code its clerk reads out. */
export async function pairTerminal(app: TestApp, account: DemoAccount, nth = 0): Promise<Terminal> {
  const token = await app.login(account);
  const path = '/admin/organization/device_list';
  const list = await app.post(path, 'query', { page: 1, size: 100 }, token);
  const { rows } = list.body.data as { rows: { id: number; sn: string; deploySiteId: number | null }[] };
  const device = rows.filter((row) => row.deploySiteId)[nth]!;
  const shown = await app.post(path, 'pairing', { id: device.id }, token);
  const pairingCode = (shown.body.data as { secret: { value: string } }).secret.value;
  const paired = await app.request('POST', '/api/device/v1/pair', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sn: device.sn, pairingCode }),
  });
  if (paired.body.errorcode !== 0) throw new Error(paired.body.errormsg);
  const { deviceId, key, epoch } = paired.body.data as { deviceId: number; key: string; epoch: number };
  return signing(app, deviceId, key, epoch);
}

/** Signs under a number with a key (base64url). */
export function signing(app: TestApp, deviceId: number, key: string, epoch: number): Terminal {
  let counted = 0;
  return {
    deviceId,
    epoch,
    send(method, url, body = '', { device: claimed = deviceId, seq, signedBody = body, time } = {}) {
      counted += 1;
      const headers = {
        device: String(claimed),
        epoch: String(epoch),
        seq: String(seq ?? counted),
        time: String(time ?? app.clock.now()),
      };
      const signature = sign(deviceKey(key), canonical(method, url, signedBody, headers));
      return app.request(method, url, {
        ...(body === '' ? {} : { body }),
        headers: {
          'content-type': 'application/json',
          'x-device': headers.device,
          'x-epoch': headers.epoch,
          'x-seq': headers.seq,
          'x-time': headers.time,
          'x-signature': signature,
        },
      });
    },
  };
}
