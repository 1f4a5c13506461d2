/** X.509 certificates made in a test: DER by hand (RFC 5280, X.690), signed with the key given. */
import { createSign, type KeyObject } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size: number[] = [];
  for (let rest = content.length; rest > 0; rest >>= 8) size.unshift(rest & 0xff);
  const length = content.length < 128 ? [content.length] : [0x80 | size.length, ...size];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
/** A leading zero keeps a high first bit from making it negative. */
const integer = (hex: string) => {
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return der(0x02, bytes[0]! > 0x7f ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
};
const bits = (bytes: Uint8Array) => der(0x03, Buffer.of(0), bytes);
/** YYMMDDHHMMSSZ, for years to 2049. */
const utcTime = (ms: number) => {
  const digits = isoAt(ms, 0).replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
};
/** sha256WithRSAEncryption, 1.2.840.113549.1.1.11, with its NULL parameter. */
const signatureAlgorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
/** A name of one commonName, 2.5.4.3. */
const name = (text: string) =>
  sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(text)))));

export interface CertificateFacts {
  /** Hexadecimal digits. */
  serial: string;
  publicKey: KeyObject;
  signWith: KeyObject;
  /** Epoch milliseconds, whole seconds. */
  from: number;
  to: number;
}

/** The certificate as PEM. */
export function certificatePem({ serial, publicKey, signWith, from, to }: CertificateFacts): string {
  const facts = sequence(
    der(0xa0, Buffer.from('020102', 'hex')),
    integer(serial),
    signatureAlgorithm,
    name('Test Platform CA'),
    sequence(utcTime(from), utcTime(to)),
    name('Test Platform'),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('RSA-SHA256').update(facts).sign(signWith);
  const base64 = sequence(facts, signatureAlgorithm, bits(signature)).toString('base64');
  const lines = base64.match(/.{1,64}/g)!.join('\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
