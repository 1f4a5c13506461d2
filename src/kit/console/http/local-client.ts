/**
 * The separate client for a helper program on the clerk's own machine (printer, card reader; product spec §7). It
 * carries no token and follows no session rule: what runs there is not the platform.
 */
import { ApiError } from './client.ts';

export const localBase = 'http://localhost:3000';
const timeoutMs = 5000;

/**
 * Calls the local program: GET without a body, POST with one. Answers JSON where it is JSON, else the text.
 * Throws `ApiError` when nothing answers within 5 s or the status says no.
 * @param base address of the program
 */
export async function callLocal(path: string, body?: unknown, base: string = localBase): Promise<unknown> {
  const hasBody = body !== undefined;
  let answer: Response;
  try {
    answer = await fetch(base + path, {
      method: hasBody ? 'POST' : 'GET',
      headers: {
        Accept: 'application/json, text/plain, */*',
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      },
      body: hasBody ? JSON.stringify(body) : null,
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw new ApiError('没有连接到本机服务，请确认本机程序已启动', -1);
  }
  const text = await answer.text();
  if (!answer.ok) throw new ApiError(`本机服务返回错误（${answer.status}）`, -2, answer.status);
  if (!(answer.headers.get('Content-Type') ?? '').includes('json')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiError('本机服务的回答无法读取', -2, answer.status);
  }
}
