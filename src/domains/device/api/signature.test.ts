/** The worked example of docs/device-protocol.md is what the code computes. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { deviceKey } from '../directory.ts';
import { canonical, checkSigned, sign } from './signature.ts';

const body = '{"cardNo":"10001","mode":"FIXED","identify":"CARD","time":1790000000000}';
const headers = { device: '501', epoch: '1790000000', seq: '1', time: '1790000000000' };
const path = '/api/device/v1/consume';

test('the documented signature', async () => {
  const key = deviceKey('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8');
  const signature = sign(key, canonical('POST', path, body, headers));
  const text = await readFile(new URL('../../../../docs/device-protocol.md', import.meta.url), 'utf8');
  expect(text).toContain(signature);
  const known = { key, epoch: 1_790_000_000 };
  expect(checkSigned(known, 'POST', path, body, { ...headers, signature }, 1_790_000_000_000)).toBeUndefined();
  expect(checkSigned(known, 'GET', path, body, { ...headers, signature }, 1_790_000_000_000)).toMatchObject({
    code: 'DEVICE_SIGNATURE',
  });
});
