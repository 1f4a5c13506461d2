/** What an open page shows, asked with nothing but its code. */
import type { OpenPage } from '../../define/open-page.ts';

export type OpenAnswer =
  | { state: 'shown'; data: Record<string, unknown>; readAt: number }
  /** Unknown, over or revoked: the server does not tell which. */
  | { state: 'gone' }
  | { state: 'later'; message: string };

/** Never throws: a phone in a queue is told what to do. */
export async function askOpen(page: OpenPage, code: string): Promise<OpenAnswer> {
  try {
    const answer = await fetch(`/api/${page.on}/${page.name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      credentials: 'omit',
    });
    const body = (await answer.json()) as { errorcode: number; errormsg: string; data: Record<string, unknown> };
    if (answer.status === 404) return { state: 'gone' };
    if (body.errorcode !== 0) return { state: 'later', message: body.errormsg };
    const { readAt, ...data } = body.data;
    return { state: 'shown', data, readAt: readAt as number };
  } catch {
    return { state: 'later', message: '网络不通，请检查网络后重试' };
  }
}
