/** Calls of a clerk who also uploads files, and who changes a first password when the server asks for it. */
import { type Clerk, signIn } from '../../src/domains/device/testing.ts';

export interface OwnClerk extends Clerk {
  /** What the account signs in with from now on. */
  password: string;
  /** Stores a spreadsheet for an import; answers its key. */
  upload(name: string, content: Buffer): Promise<string>;
}

interface Envelope {
  errorcode: number;
  errormsg: string;
  token?: string;
  data: { key: string; mustChangePassword?: boolean };
}

/** @throws with the server's message when the sign-in, or the change of the first password, is refused. */
export async function signInOwner(url: string, account: string, password: string, next: string): Promise<OwnClerk> {
  const signed = async (word: string) => {
    const response = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account, password: word }),
    });
    const body = (await response.json()) as Envelope;
    if (body.errorcode !== 0 || !body.token) throw new Error(`${account} 登录失败：${body.errormsg}`);
    return { token: body.token, mustChange: body.data.mustChangePassword === true };
  };
  let word = password;
  if ((await signed(word)).mustChange) {
    const first = await signIn(url, account, word);
    await first.call('/admin/passwd_user', 'update', { oldPassword: word, newPassword: next });
    word = next;
  }
  const { token } = await signed(word);
  const clerk = await signIn(url, account, word);
  return {
    ...clerk,
    password: word,
    upload: async (name, content) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(content)], { type: 'text/csv' }), name);
      const response = await fetch(`${url}/api/upload?purpose=import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      const body = (await response.json()) as Envelope;
      if (body.errorcode !== 0) throw new Error(`上传 ${name}：${body.errormsg}`);
      return body.data.key;
    },
  };
}
