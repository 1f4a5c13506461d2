/** A file of a report ends with the totals and the identity its page shows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../src/kit/define/field.ts';
import type { ExportItem } from '../../src/kit/server/jobs/export/list-exports.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { readXlsxRows } from '../../src/kit/server/sheet/xlsx-reader.ts';
import { startTestServer, type TestApp } from '../support/server.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestServer();
  token = await app.login('school');
}, 300_000);
afterAll(() => app?.stop());

interface Listed {
  rows: unknown[];
  sums: Record<string, number> | null;
  check?: { text: string } | null;
}

const bearer = () => ({ headers: { authorization: `Bearer ${token}` } });
const tasks = async () =>
  (await app.request('GET', '/api/admin/common/get_excel_missiontable', bearer())).body.data as ExportItem[];

async function linesOf(task: ExportItem): Promise<string[][]> {
  const answer = await fetch(app.origin + task.dowmloadUrl, bearer());
  const lines: string[][] = [];
  await readXlsxRows(Buffer.from(await answer.arrayBuffer()), { filename: task.filename }, (cells) => {
    lines.push(cells);
    return true;
  });
  return lines;
}

/** What a cell of the total reads like. */
const inCell = (field: Field, sum: number) => String(field.kind === 'money' ? sum / 100 : sum);

const isReport = ({ page }: Registered) =>
  page.report && page.list?.export && (page.list.totals?.length ?? 0) > 0 && !page.of;

describe('a report in a file', () => {
  it('ends as its page ends', async () => {
    const reports = app.services.registry.all.filter((e) => e.path.startsWith('/admin/organization/') && isReport(e));
    expect(reports.length).toBeGreaterThan(10);
    let compared = 0;
    for (const entry of reports) {
      const { path, page } = entry;
      const { body } = await app.post(path, 'query', { size: 1 }, token);
      const shown = body.data as Listed;
      if (body.errorcode !== 0 || shown.rows.length === 0 || !shown.sums) continue;
      const { id } = (await app.post(path, 'export', { search: {} }, token)).body.data as { id: number };
      const find = async () => (await tasks()).find((task) => task.id === id);
      await expect.poll(async () => (await find())?.status).toBe('FINISHED');
      const lines = await linesOf((await find())!);
      const note = shown.check ? [`核对：${shown.check.text}`] : [];
      const foot = lines.slice(lines.length - 1 - note.length);
      expect([path, foot.slice(1)]).toEqual([path, note.length > 0 ? [note] : []]);
      expect([path, lines[0]![0]]).toEqual([path, expect.stringContaining('单位：')]);
      const columns = (page.list!.columns as readonly string[]).filter((key) => page.list!.totals!.includes(key));
      const wanted = columns
        .filter((key) => ['money', 'int', 'weight', 'decimal'].includes(page.fields[key]!.kind))
        .map((key) => inCell(page.fields[key]!, shown.sums![key] ?? 0));
      expect([path, foot[0]!.filter((text) => text !== '' && text !== '合计')]).toEqual([path, wanted]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });
});
