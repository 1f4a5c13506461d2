/** What whoever holds the code of the address says to its page. */
import { type OpenPage, readOpenPath } from '../../define/open-page.ts';

/** Null when it was taken, otherwise what to do. Never throws. */
export async function sayOpen(page: OpenPage, said: object): Promise<string | null> {
  try {
    const answer = await fetch(`/api/${page.on}/${page.name}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...said, code: readOpenPath(window.location.pathname)?.code }),
      credentials: 'omit',
    });
    const body = (await answer.json()) as { errorcode: number; errormsg: string };
    return body.errorcode === 0 ? null : body.errormsg;
  } catch {
    return '网络不通，填写的还在，请稍后再点确认';
  }
}
