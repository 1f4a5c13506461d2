/** Saving a file of the server's, for a button: what goes wrong is told. */
import { ApiError } from '../http/client.ts';
import { download } from '../http/download.ts';
import { feedback } from './feedback.tsx';

/** As `download`, but a refusal or a broken connection ends in a message. */
export async function saveFile(url: string, body?: unknown, filename?: string): Promise<void> {
  try {
    await download(url, body, filename);
  } catch (error) {
    feedback().message.error(error instanceof ApiError ? error.message : '下载失败，请重试');
  }
}
