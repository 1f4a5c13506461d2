/** Files of the demo, sent as anybody sends them. */
import { Readable } from 'node:stream';
import type { Ctx } from '../kit/server/context.ts';
import { saveUpload } from '../kit/server/files/save-upload.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';

export interface DemoFile {
  name: string;
  purpose: 'bill' | 'import' | 'attachment' | 'app' | 'image';
  content: Buffer;
}

/** Stores a file as sent by whoever's context it is; answers its key. */
export async function uploadAs({ services, session }: Ctx, { name, purpose, content }: DemoFile): Promise<string> {
  const { files: store, pool: sql, ids, clock, random } = services;
  const { accountId, unitType, unitId } = session;
  const sent = await saveUpload(
    { store, sql, ids, clock, random },
    { accountId, unitType, unitId },
    { name, stream: Readable.from([content]), purpose },
  );
  if (isRefusal(sent)) throw new Error(`demo ${name}: ${refusalMessage(sent)}`);
  return sent.key;
}

/** One page with one line of text (ASCII), as a bank's receipt would be sent. */
function sheetOf(line: string): Buffer {
  const text = `BT /F1 18 Tf 60 760 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const starts = objects.map((object, i) => {
    const start = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const end = body.length;
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${starts.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`,
  );
}

/** The proof of a transfer. */
export const proofOf = (ctx: Ctx, flow: string): Promise<string> =>
  uploadAs(ctx, { name: `转账凭证 ${flow}.pdf`, purpose: 'attachment', content: sheetOf(`Bank transfer ${flow}`) });
