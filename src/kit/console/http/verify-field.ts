/** Remote verification of one form field (product spec §5). */
import { call, type Envelope } from './client.ts';

interface VerifyAnswer extends Envelope {
  success?: boolean;
}

/**
 * Resolves with nothing when the value passes (empty values always do), otherwise with the message to show:
 * the server's, the field's own, or 服务异常 when the call itself fails.
 * @param path verification path supplied by the field
 * @param id record being edited, so that its own value does not clash with itself
 */
export async function verifyField(
  path: string,
  key: string,
  value: unknown,
  id?: number,
  message = '该值不可用',
): Promise<string | undefined> {
  if (value === undefined || value === null || value === '') return undefined;
  try {
    const answer = (await call(path, id === undefined ? { [key]: value } : { [key]: value, id })) as VerifyAnswer;
    return answer.success === true ? undefined : answer.errormsg || message;
  } catch {
    return '服务异常';
  }
}
