/**
 * The cryptography of WeChat Pay APIv3: requests and answers signed RSA-SHA256 over lines of text, callbacks encrypted
 * with AEAD_AES_256_GCM. Source: 微信支付 APIv3 «签名生成», «签名验证», «证书和回调报文解密».
 */
import {
  createDecipheriv,
  createPublicKey,
  createSign,
  createVerify,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import { z } from 'zod';

/** Method, path with query, seconds, nonce, body: five lines, each ended by a line feed, the empty last one as well. */
export function requestMessage(method: string, path: string, timestamp: string, nonce: string, body: string): string {
  return `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`;
}

/** What an answer or a callback is signed over: seconds, nonce, body as it came. */
export function answerMessage(timestamp: string, nonce: string, body: string): string {
  return `${timestamp}\n${nonce}\n${body}\n`;
}

/** SHA256 with RSA (PKCS #1 v1.5), base64. */
export function signText(text: string, privateKey: KeyObject): string {
  return createSign('RSA-SHA256').update(text).sign(privateKey, 'base64');
}

/** Is `signature` (base64) the key's over `text`? */
export function verifyText(text: string, signature: string, publicKey: KeyObject): boolean {
  return createVerify('RSA-SHA256').update(text).verify(publicKey, signature, 'base64');
}

export interface Merchant {
  mchid: string;
  /** Serial number of the merchant's own certificate. */
  serialNo: string;
  privateKey: KeyObject;
}

/** The Authorization header of a request. */
export function authorization(
  merchant: Merchant,
  request: { method: string; path: string; body: string },
  timestamp: string,
  nonce: string,
): string {
  const signature = signText(
    requestMessage(request.method, request.path, timestamp, nonce, request.body),
    merchant.privateKey,
  );
  return `WECHATPAY2-SHA256-RSA2048 mchid="${merchant.mchid}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${merchant.serialNo}"`;
}

export const sealedShape = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().default(''),
});
export type Sealed = z.infer<typeof sealedShape>;

const tagBytes = 16;

/** The plain text; the last 16 bytes of the cipher text are its tag. @throws when key, nonce, data or tag do not fit. */
export function unseal(sealed: Sealed, apiV3Key: string): string {
  const bytes = Buffer.from(sealed.ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key, 'utf8'), Buffer.from(sealed.nonce, 'utf8'));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  decipher.setAAD(Buffer.from(sealed.associated_data, 'utf8'));
  return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}

/** The platform's keys by serial number (or public key id). */
export interface PlatformKeys {
  keyOf(serial: string, nowMs: number): KeyObject | undefined;
  add(serial: string, pem: string): void;
}

/** A key ring of PEM certificates or public keys; a certificate counts under its own serial number and while it is valid. */
export function platformKeys(pems: Readonly<Record<string, string>>): PlatformKeys {
  const ring = new Map<string, { key: KeyObject; from: number; to: number }>();
  const add = (serial: string, pem: string) => {
    if (!pem.includes('CERTIFICATE')) {
      ring.set(serial, { key: createPublicKey(pem), from: 0, to: Number.POSITIVE_INFINITY });
      return;
    }
    const certificate = new X509Certificate(pem);
    if (certificate.serialNumber.toUpperCase() !== serial.toUpperCase())
      throw new Error(`certificate ${certificate.serialNumber} was given as ${serial}`);
    const { validFrom, validTo, publicKey } = certificate;
    ring.set(serial.toUpperCase(), { key: publicKey, from: Date.parse(validFrom), to: Date.parse(validTo) });
  };
  for (const [serial, pem] of Object.entries(pems)) add(serial, pem);
  return {
    add,
    keyOf: (serial, nowMs) => {
      const found = ring.get(serial) ?? ring.get(serial.toUpperCase());
      return found && found.from <= nowMs && nowMs <= found.to ? found.key : undefined;
    },
  };
}
