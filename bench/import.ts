/** 人员导入 end to end over HTTP, as a clerk does it: upload the workbook, check it, commit it, until the last person is open. */
import { setTimeout as pause } from 'node:timers/promises';
import { xlsxBytes } from '../src/kit/server/sheet/xlsx-writer.ts';

export interface ImportFigure {
  rows: number;
  fileMiB: number;
  uploadSeconds: number;
  /** Reading the workbook and checking every row. */
  checkSeconds: number;
  commitSeconds: number;
  totalSeconds: number;
}

const page = '/api/admin/organization/user';
const lookEveryMs = 100;

const headers = ['姓名', '工号', '性别', '手机号', '部门', '卡号'] as const;

/** A workbook of new people; job numbers begin with N and what tells two workbooks apart, cards with 66. */
export function workbook(rows: number, mark = ''): Promise<Buffer> {
  return xlsxBytes(
    { columns: headers.map((title) => ({ key: title, title, kind: 'text' as const })) },
    (function* () {
      for (let i = 0; i < rows; i += 1)
        yield [
          `${'赵钱孙李周吴郑王'[i % 8]}${'一二三四五六七八九十'[i % 10]}${'春夏秋冬'[i % 4]}`,
          `N${mark}${String(i).padStart(7, '0')}`,
          i % 2 === 0 ? '男' : '女',
          `139${String(i).padStart(8, '0')}`,
          `新生/${1 + (i % 40)}班`,
          mark === '' ? String(6_600_000_000 + i) : '',
        ];
    })(),
  );
}

/** Imports `rows` people into the signed-in organization. @throws when a row is refused or a step fails. */
export async function measureImport(origin: string, token: string, rows: number): Promise<ImportFigure> {
  const authorization = `Bearer ${token}`;
  const post = async <T>(path: string, body: object | FormData): Promise<T> => {
    const form = body instanceof FormData;
    const reply = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization, ...(!form && { 'content-type': 'application/json' }) },
      body: form ? body : JSON.stringify(body),
    });
    const { errorcode, errormsg, data } = (await reply.json()) as { errorcode: number; errormsg: string; data: T };
    if (errorcode !== 0) throw new Error(`${path}: ${errormsg}`);
    return data;
  };
  const content = await workbook(rows);
  const start = performance.now();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), '新生名单.xlsx');
  const { key } = await post<{ key: string }>('/api/upload?purpose=import', form);
  const uploaded = performance.now();
  const checked = await post<{ taskId: number; good: number; bad: number; rows: unknown[] }>(`${page}/import_check`, {
    fileKey: key,
  });
  if (checked.good !== rows) throw new Error(`${checked.bad} rows are bad: ${JSON.stringify(checked.rows[0])}`);
  const checkedAt = performance.now();
  await post(`${page}/import_commit`, { taskId: checked.taskId });
  for (;;) {
    const now = await post<{ status: string; good: number; error: string | null }>(`${page}/import_status`, {
      taskId: checked.taskId,
    });
    if (now.status === 'FINISHED' && now.good === rows) break;
    if (now.status !== 'RUNNING') throw new Error(`the import ended ${now.status} with ${now.good}: ${now.error}`);
    await pause(lookEveryMs);
  }
  const done = performance.now();
  const seconds = (from: number, to: number) => (to - from) / 1000;
  return {
    rows,
    fileMiB: content.length / 2 ** 20,
    uploadSeconds: seconds(start, uploaded),
    checkSeconds: seconds(uploaded, checkedAt),
    commitSeconds: seconds(checkedAt, done),
    totalSeconds: seconds(start, done),
  };
}
