/** A picture or film an open page names, fetched with the page's code: the address alone opens nothing. */
import { readOpenPath } from '../../define/open-page.ts';

/** Undefined for what is not there, and for what is larger than `mostBytes`. */
export async function fetchOpenFile(
  key: string,
  signal: AbortSignal,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<Blob | undefined> {
  const found = readOpenPath(window.location.pathname);
  if (!found) return undefined;
  const answer = await fetch(`/api/${found.on}/${found.name}/picture/${key}`, {
    headers: { 'x-open-code': found.code },
    credentials: 'omit',
    signal,
  });
  if (answer.ok && Number(answer.headers.get('content-length') ?? 0) <= mostBytes) return answer.blob();
  await answer.body?.cancel();
  return undefined;
}
