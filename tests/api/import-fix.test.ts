/** An import over HTTP: columns and fixed values, cells corrected after the check, and the rest taken up after the commit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestApp } from '../support/server.ts';

const path = '/admin/organization/user';

interface Checked {
  taskId: number;
  mapping: Record<string, unknown>;
  total: number;
  good: number;
  bad: number;
  rows: { rowNo: number; values: Record<string, string>; errors: Record<string, string> }[];
}

describe('an import', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestServer({ demo: { days: 1, share: 0.06 } });
    token = await app.login('school');
  }, 120_000);
  afterAll(() => app?.stop());

  const call = async <T = Checked>(verb: string, body: Record<string, unknown>, by = token) =>
    (await app.post(path, verb, body, by)).body as { errorcode: number; errormsg: string; data: T };
  const send = async (text: string) => {
    const form = new FormData();
    form.set('kind', 'import');
    form.set('file', new Blob([text], { type: 'text/csv' }), '新生.csv');
    const sent = await fetch(`${app.origin}/api/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return ((await sent.json()) as { data: { key: string } }).data.key;
  };
  const finished = async (taskId: number) => {
    const status = async () => (await call<Record<string, unknown>>('import_status', { taskId })).data;
    await expect.poll(async () => (await status()).status, { timeout: 20_000 }).toBe('FINISHED');
    return status();
  };

  it('takes fixed values, corrects rows in place, and goes on with what was left', async () => {
    const fileKey = await send('姓名,编号,手机\n甲一,F901,13812349001\n乙二,F901,13812349002\n丙三,F903,123');
    const opened = (await call('import_check', { fileKey })).data;
    const mapping = {
      importName: 0,
      jobNumber: 1,
      phone: 2,
      departmentPath: { fixed: '新生/一班' },
      gender: { fixed: '女' },
      cardNo: { fixed: '  ' },
    };
    const checked = (await call('import_check', { taskId: opened.taskId, mapping })).data;
    expect(checked).toMatchObject({
      total: 3,
      good: 0,
      bad: 3,
      mapping: { phone: 2, departmentPath: { fixed: '新生/一班' }, gender: { fixed: '女' } },
    });
    expect(checked.mapping).not.toHaveProperty('cardNo');
    expect(checked.rows[0]).toMatchObject({ rowNo: 2, values: { gender: '女', jobNumber: 'F901' } });

    const { taskId } = checked;
    const fixed = (await call('import_fix', { taskId, rows: [{ rowNo: 3, values: { jobNumber: 'F902' } }] })).data;
    expect(fixed).toMatchObject({
      total: 3,
      good: 2,
      bad: 1,
      rows: [{ rowNo: 4, errors: { phone: expect.any(String) } }, {}, {}],
    });
    await call('import_commit', { taskId });
    expect(await finished(taskId)).toMatchObject({ total: 2, done: 2, good: 2, bad: 1 });

    const left = (await call('import_fix', { taskId, rows: [] })).data;
    expect(left).toMatchObject({ good: 0, bad: 1, rows: [{ rowNo: 4 }] });
    const mended = (await call('import_fix', { taskId, rows: [{ rowNo: 4, values: { phone: '13812349003' } }] })).data;
    expect(mended).toMatchObject({ good: 1, bad: 0 });
    await call('import_commit', { taskId });
    expect(await finished(taskId)).toMatchObject({ total: 1, done: 1, good: 1, bad: 0 });
    const { rows } = await app.services.pool.query(
      `select p.job_number, p.gender, d.name from person p join department d on d.organization_id = p.organization_id and d.id = p.department_id
       where p.job_number like 'F90%' order by 1`,
    );
    expect(rows).toEqual(['F901', 'F902', 'F903'].map((no) => ({ job_number: no, gender: 'F', name: '一班' })));
  });

  it('refuses corrections of rows, columns and tasks that are not its own', async () => {
    const fileKey = await send('姓名,编号\n甲,G901\n乙,');
    const { taskId } = (await call('import_check', { fileKey })).data;
    await call('import_check', { taskId, mapping: { importName: 0, jobNumber: 1, gender: { fixed: '男' } } });
    const refused = async (rows: unknown, by?: string) => (await call('import_fix', { taskId, rows }, by)).errormsg;
    expect(await refused('x')).toContain('rows 应为');
    expect(await refused([{ rowNo: 2 ** 40, values: {} }])).toContain('rows 应为');
    expect(await refused([{ rowNo: 2, values: { jobNumber: 'a\0b' } }])).toContain('rows 应为');
    expect(await refused([{ rowNo: 99, values: {} }])).toContain('第 99 行不存在');
    expect(await refused([{ rowNo: 2, values: { gender: '女' } }])).toContain('不取自文件中的列');
    expect(await refused([{ rowNo: 2, values: { constructor: '女' } }])).toContain('不取自文件中的列');
    const finance = await app.login('finance');
    expect((await call('import_fix', { taskId, rows: [] }, finance)).errorcode).not.toBe(0);
  });
});
