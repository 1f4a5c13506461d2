/** Session rules of every call: prefix, bearer, rotation, 401 and 1001 (product spec §4, §7). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, apiUrl, asRefusal, call, post } from './client.ts';
import { dispositionName } from './download.ts';
import { verifyField } from './verify-field.ts';

const stored = new Map<string, string>();
const assign = vi.fn();
const fetched = vi.fn();

const answer = (body: unknown, status = 200) =>
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  stored.clear();
  assign.mockReset();
  fetched.mockReset();
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => stored.get(k) ?? null,
    setItem: (k: string, v: string) => stored.set(k, v),
    removeItem: (k: string) => stored.delete(k),
  });
  vi.stubGlobal('window', { location: { pathname: '/admin/organization/user', search: '?page=2', assign } });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

describe('call', () => {
  it('prefixes what does not start with http and sends the token', async () => {
    stored.set('onecard.token', 'T1');
    answer({ errorcode: 0, data: 1 });
    await call('/admin/x', {});
    const [url, init] = fetched.mock.calls[0] as [string, RequestInit];
    expect(url).toBe('/api/admin/x');
    expect((init.headers as Record<string, string>).Authorization).toBe('Bearer T1');
    expect(apiUrl('https://files.example/x')).toBe('https://files.example/x');
  });

  it('stores a token that comes with an answer', async () => {
    answer({ errorcode: 0, data: null, token: 'T2' });
    await call('/admin/x');
    expect(stored.get('onecard.token')).toBe('T2');
    answer({ errorcode: 0, data: null, token: '' });
    await call('/admin/x');
    expect(stored.get('onecard.token')).toBe('T2');
  });

  it('drops the token on 401 and leaves for /login', async () => {
    stored.set('onecard.token', 'T1');
    answer({ errorcode: 1001 }, 401);
    await expect(call('/admin/x')).rejects.toBeInstanceOf(ApiError);
    expect(stored.has('onecard.token')).toBe(false);
    expect(assign).toHaveBeenCalledWith('/login?from=%2Fadmin%2Forganization%2Fuser%3Fpage%3D2');
  });

  it('keeps the token of the new identity when a call of the former one comes back refused', async () => {
    stored.set('onecard.token', 'T1');
    fetched.mockImplementation(async () => {
      stored.set('onecard.token', 'T2');
      return new Response(JSON.stringify({ errorcode: 1001 }), { status: 401 });
    });
    await expect(call('/admin/x')).rejects.toBeInstanceOf(ApiError);
    expect(stored.get('onecard.token')).toBe('T2');
    expect(assign).not.toHaveBeenCalled();
  });

  it('leaves for /login on errorcode 1001', async () => {
    answer({ errorcode: 1001, data: null });
    await call('/admin/x');
    expect(assign).toHaveBeenCalledTimes(1);
  });

  it('does not leave while signing in', async () => {
    answer({ errorcode: 1001, errormsg: '账号或密码不正确' }, 401);
    await expect(call('/admin/login', {}, { anonymous: true })).resolves.toMatchObject({
      errormsg: '账号或密码不正确',
    });
    expect(assign).not.toHaveBeenCalled();
  });

  it('names a broken connection and a broken answer', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(call('/admin/x')).rejects.toMatchObject({ errorcode: -1, message: '网络不通，请检查网络后重试' });
    fetched.mockResolvedValue(new Response('<html>', { status: 502 }));
    await expect(call('/admin/x')).rejects.toMatchObject({ errorcode: -2, status: 502 });
  });
});

it('post throws a refusal with its field messages', async () => {
  answer({ errorcode: 1101, errormsg: '请检查', data: null, fields: { name: '必填' } });
  await expect(post('/admin/x', 'create', {})).rejects.toMatchObject({ errorcode: 1101, fields: { name: '必填' } });
});

describe('verifyField', () => {
  it('passes an empty value without asking', async () => {
    await expect(verifyField('/admin/v', 'name', '')).resolves.toBeUndefined();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('posts the field object and takes success for a pass', async () => {
    answer({ errorcode: 0, success: true });
    await expect(verifyField('/admin/v', 'name', '张三', 5)).resolves.toBeUndefined();
    const [, init] = fetched.mock.calls[0] as [string, RequestInit];
    expect(JSON.parse(init.body as string)).toEqual({ name: '张三', id: 5 });
  });

  it('fails with the supplied message, and with 服务异常 when the call fails', async () => {
    answer({ errorcode: 0, success: false, errormsg: '' });
    await expect(verifyField('/admin/v', 'name', '张三', undefined, '姓名重复')).resolves.toBe('姓名重复');
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(verifyField('/admin/v', 'name', '张三')).resolves.toBe('服务异常');
  });
});

it('reads file names from Content-Disposition', () => {
  expect(dispositionName('attachment; filename="x.xlsx"; filename*=UTF-8\'\'%E6%98%8E%E7%BB%86.xlsx')).toBe(
    '明细.xlsx',
  );
  expect(dispositionName('attachment; filename="a b.csv"')).toBe('a b.csv');
  expect(dispositionName(null)).toBeUndefined();
});

describe('what went wrong with a call', () => {
  it('is a refusal to show, or a bug that nothing swallows', () => {
    const refusal = new ApiError('不行', 1101);
    expect(asRefusal(refusal)).toBe(refusal);
    expect(() => asRefusal(new TypeError('x is undefined'))).toThrow('x is undefined');
  });
});
