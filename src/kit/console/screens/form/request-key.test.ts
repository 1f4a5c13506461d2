import { expect, test } from 'vitest';
import { ApiError } from '../../http/client.ts';
import { keyAfter, newRequestKey } from './request-key.ts';

test('a retry repeats the key while nobody knows what became of the request', () => {
  const key = newRequestKey();
  for (const unknown of [
    new ApiError('网络不通', -1),
    new ApiError('服务异常', -2, 502),
    new ApiError('服务异常', 5000),
  ])
    expect(keyAfter(key, unknown)).toBe(key);
  expect(keyAfter(key, new ApiError('系统繁忙', 1104, 503))).toBe(key);
});

test('what is corrected after a refusal is another request', () => {
  const key = newRequestKey();
  expect(keyAfter(key, new ApiError('余额不足：应扣 80.00 元，可用 50.00 元', 2010))).not.toBe(key);
  expect(keyAfter(key, new ApiError('该请求编号已用于另一笔内容不同的业务', 2000))).not.toBe(key);
});
