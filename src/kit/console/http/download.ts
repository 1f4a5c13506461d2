/** Saves a file that needs the bearer token: fetched, then handed to the browser as a download. */
import { type CallOptions, type Envelope, readEnvelope, refusalOf, send } from './client.ts';

/** File name of a Content-Disposition header; the UTF-8 form wins. */
export function dispositionName(header: string | null): string | undefined {
  if (!header) return undefined;
  const encoded = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(header)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      return undefined;
    }
  }
  return /filename="?([^";]+)"?/.exec(header)?.[1]?.trim();
}

/** Hands a blob to the browser under `name`. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Downloads `url`: GET without a body, POST with one. The name is `filename`, the server's, or the last path part.
 * Throws `ApiError` when the server answers an envelope that refuses instead of a file.
 */
export async function download(url: string, body?: unknown, filename?: string): Promise<void> {
  const options: CallOptions = { method: body === undefined ? 'GET' : 'POST' };
  const answer = await send(url, body, options);
  const type = answer.headers.get('Content-Type') ?? '';
  const name = dispositionName(answer.headers.get('Content-Disposition'));
  if (!answer.ok || (type.includes('application/json') && !name)) {
    const envelope: Envelope = await readEnvelope(answer, options);
    throw refusalOf(envelope, answer.status);
  }
  saveBlob(await answer.blob(), filename ?? name ?? url.split('/').pop()?.split('?')[0] ?? 'download');
}
