/** The stand-in server with the sample pages' calls: rows from memory, everything received kept for the tests to read. */
import type { FastifyInstance } from 'fastify';
import { type FakeState, fakeServer } from '../../../src/kit/console/testing/fake-server.ts';

type Row = Record<string, unknown> & { id: number };
interface Body {
  page: number;
  size: number;
  sort: string | null;
  search: Record<string, unknown>;
  id: number;
  ids: number[];
  name: string;
  keyword: string;
  cardNo: string;
  [key: string]: unknown;
}

export interface SampleCall {
  path: string;
  body: Body;
  requestKey: string | undefined;
}

export interface SampleServer {
  app: FastifyInstance;
  state: FakeState;
  /** Calls of the sample pages, oldest first. */
  received: SampleCall[];
  /** Paths whose calls are cut off without an answer (the browser itself tries a cut call again). */
  cut: Set<string>;
  loans: Row[];
}

const ok = (data: unknown = null) => ({ errorcode: 0, errormsg: '', data });
const area = '/admin/organization/sample';
const shelves = [
  { id: 1, name: '文学', parentId: null, books: 120 },
  { id: 2, name: '小说', parentId: 1, books: 80 },
  { id: 3, name: '科学', parentId: null, books: 60 },
];

function makeLoans(): Row[] {
  return Array.from({ length: 57 }, (_, i) => ({
    id: i + 1,
    version: 1,
    name: `读者${String(i + 1).padStart(2, '0')}`,
    cardNo: `00${1000 + i}`,
    phone: '138****1234',
    shelfId: 1 + (i % 3),
    shelfName: shelves[i % 3]?.name,
    status: i % 5 === 4 ? 'DISABLED' : 'NORMAL',
    depositFen: 10_000 + i,
    fineFen: i % 2 === 0 ? 0 : -150,
    times: i,
    vip: i % 2 === 0,
    remark: null,
    createdAt: `2026-03-${String(28 - (i % 28)).padStart(2, '0')}T08:00:00+08:00`,
  }));
}

/** Serves the console in `dist`. */
export function sampleServer(dist: string): SampleServer {
  const { app, state } = fakeServer(dist);
  const received: SampleCall[] = [];
  const cut = new Set<string>();
  const loans = makeLoans();
  const rule = { version: 1, dailyFineFen: 50, lateHour: '26:00', online: true };
  const on = (path: string, answer: (body: Body) => unknown) =>
    app.post(`/api${area}/${path}`, async (request, reply) => {
      const body = (request.body ?? {}) as Body;
      const requestKey = request.headers['x-request-key'];
      received.push({ path, body, requestKey: typeof requestKey === 'string' ? requestKey : undefined });
      if (cut.has(path)) {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      return answer(body);
    });
  const sum = (rows: Row[], key: string) => rows.reduce((total, row) => total + Number(row[key]), 0);

  on('loan/query', ({ page, size, sort, search }) => {
    let rows = loans.filter(
      (r) =>
        (!search.keyword || String(r.name).includes(String(search.keyword))) &&
        (!search.status || (search.status as string[]).includes(String(r.status))),
    );
    const key = sort?.replace('-', '');
    if (key)
      rows = [...rows].sort((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1) * (sort?.startsWith('-') ? -1 : 1));
    return ok({ rows: rows.slice((page - 1) * size, page * size), total: rows.length, sums: null });
  });
  on('loan/sums', () =>
    ok({ depositFen: sum(loans, 'depositFen'), fineFen: sum(loans, 'fineFen'), times: sum(loans, 'times') }),
  );
  on('loan/get', ({ id }) => ok(loans.find((r) => r.id === id)));
  on('loan/update', ({ id, ...values }) => {
    if (values.name === '坏')
      return { errorcode: 1101, errormsg: '读者「坏」不可用', data: null, fields: { name: '读者「坏」不可用' } };
    Object.assign(loans.find((r) => r.id === id) ?? {}, values);
    return ok();
  });
  on('loan/create', (values) => {
    const id = loans.length + 1;
    loans.unshift({ ...(loans[0] as Row), ...values, id, createdAt: '2026-03-29T08:00:00+08:00' });
    return ok({ id });
  });
  on('loan/disable', ({ id, ids }) => {
    for (const row of loans) if ((ids ?? [id]).includes(row.id)) row.status = 'DISABLED';
    return ok();
  });
  on('loan/notice', ({ search }) =>
    ok(
      search.keyword ? null : { tone: 'warning', text: '借出上限 30 天', tool: { key: 'limit', values: { days: 30 } } },
    ),
  );
  on('loan/limit', () => ok());
  on('loan/outcome', ({ id, action, amountFen }) =>
    typeof amountFen !== 'number'
      ? { errorcode: 1101, errormsg: '请填写', data: null, fields: { amountFen: '必填' } }
      : amountFen > 10_000
        ? { errorcode: 1102, errormsg: '押金只有 100.00 元', data: null }
        : ok({
            lines: [
              ['读者', `${loans.find((r) => r.id === id)?.name}（${action}）`],
              ['押金', `100.00 → ${((10_000 - amountFen) / 100).toFixed(2)} 元`],
            ],
            amountFen,
          }),
  );
  on('loan/line/query', ({ search }) =>
    ok({
      rows: ['借出', '续借', '归还']
        .map((what, i) => ({ id: i + 1, loanId: search.loanId, what, kind: i === 2 ? 'BACK' : 'OUT', feeFen: i * 50 }))
        .filter((r) => !search.what || r.what.includes(String(search.what))),
      total: 3,
      sums: { feeFen: 150 },
    }),
  );
  on('loan/line/export', () => ok({ id: 10 }));
  on('loan/refund', () => ok({ receipt: { title: '退款凭条', lines: [['金额', '1.00 元']] } }));
  on('loan/remove', ({ id }) => {
    loans.splice(
      loans.findIndex((r) => r.id === id),
      1,
    );
    return ok();
  });
  on('loan/verify', ({ cardNo }) => ({ errorcode: 0, success: cardNo !== '001000', errormsg: '' }));
  on('loan/reveal', ({ reason }) =>
    reason ? ok({ value: '13800001234' }) : { errorcode: 1101, errormsg: '请填写查看原因' },
  );
  on('loan/history', () =>
    ok([
      {
        at: '2026-03-01T08:00:00+08:00',
        actor: '王丽娟',
        ip: '10.0.0.7',
        action: '编辑',
        changes: [{ key: 'name', label: '读者', before: '甲', after: '乙' }],
      },
    ]),
  );
  on('loan/export', () => ok({ id: 9 }));
  const checked = (mapping: unknown, cardNo = '001000') => {
    const taken = cardNo === '001000';
    return {
      taskId: 5,
      headers: ['姓名', '证号', '电话', '架位'],
      mapping: mapping ?? { name: 0, cardNo: 1, phone: 2 },
      total: 3,
      good: taken ? 2 : 3,
      bad: taken ? 1 : 0,
      missing: mapping ? [] : ['shelfId'],
      rows: [
        { rowNo: 3, values: { name: '甲', cardNo }, errors: taken ? { cardNo: '证号「001000」已存在' } : {} },
        { rowNo: 2, values: { name: '乙', cardNo: '002000' }, errors: {} },
      ],
    };
  };
  let mapped: unknown;
  on('loan/import_check', ({ mapping }) => {
    mapped = mapping;
    return ok(checked(mapping));
  });
  on('loan/import_fix', ({ rows }) =>
    ok(checked(mapped, (rows as { values: { cardNo: string } }[])[0]!.values.cardNo)),
  );
  on('loan/import_commit', () => ok({ taskId: 5 }));
  on('loan/import_status', () => ok({ status: 'FINISHED', total: 3, done: 3, good: 2, bad: 1 }));
  on('summary/query', ({ page }) =>
    ok({
      rows: [
        { day: '2026-03-02', shelf: '文学', fineFen: 1250, times: 3 },
        { day: '2026-03-01', shelf: '科学', fineFen: 0, times: 1 },
        { day: '2026-02-28', shelf: '科学', fineFen: 0, times: 0 },
        { day: '2026-02-27', shelf: '文学', fineFen: 0, times: 0 },
      ].slice(page === 1 ? 0 : 4),
      total: 4,
      sums: { fineFen: 1250, times: 4 },
      check: { ok: true, text: '罚金合计 12.50 = 12.50 + 0.00' },
    }),
  );
  on('shelf/query', () => ok({ rows: shelves, total: 3, sums: null }));
  on('shelf/options', ({ ids }) => ok(shelves.filter((s) => !ids || ids.includes(s.id))));
  on('rule/get', () => ok(rule));
  on('rule/update', (values) => {
    Object.assign(rule, values);
    return ok();
  });
  const orders: Row[] = [
    {
      id: 1,
      version: 1,
      name: '春季订购',
      way: 'BUY',
      capFen: 100_000,
      lines: Array.from({ length: 3 }, (_, i) => ({ bookId: i + 1, quantity: i + 1, priceFen: 1_000, urgent: false })),
    },
    {
      id: 2,
      version: 1,
      name: '大订购',
      way: 'BUY',
      lines: Array.from({ length: 600 }, (_, i) => ({ bookId: i + 1, quantity: 1, priceFen: 100, urgent: false })),
    },
  ];
  on('order/query', () => ok({ rows: orders, total: orders.length, sums: null }));
  on('order/get', ({ id }) => ok(orders.find((r) => r.id === id)));
  on('order/create', (values) => {
    const wrong = (values.lines as { quantity: number }[]).findIndex((line) => line.quantity === 99);
    if (wrong >= 0) {
      const text = `第 ${wrong + 1} 行 数量超过可订`;
      return {
        errorcode: 1101,
        errormsg: text,
        data: null,
        fields: { lines: text, [`lines.${wrong}.quantity`]: text },
      };
    }
    orders.unshift({ ...values, id: 9, version: 1 });
    return ok({ id: 9 });
  });
  on('order/update', () => ok());
  on('order/history', () =>
    ok([
      {
        at: '2026-03-01T08:00:00+08:00',
        actor: '王丽娟',
        ip: null,
        action: '编辑',
        changes: [
          { key: 'lines.1.quantity', label: '明细 第 2 行 数量', before: 5, after: 2 },
          { key: 'lines.2.bookId', label: '明细 新增第 3 行 书', before: null, after: 3 },
        ],
      },
    ]),
  );
  on('order/lines_read', ({ columns, rows, fileKey }) => {
    const cells = (fileKey ? [['书3', '4']] : rows) as string[][];
    const keys = (fileKey ? ['bookId', 'quantity'] : columns) as string[];
    const problems: object[] = [];
    const read = cells.map((row, at) =>
      Object.fromEntries(
        keys.map((key, i) => {
          const text = row[i] ?? '';
          if (key !== 'bookId') return [key, Number(text)];
          const id = Number(text.replace('书', ''));
          if (!id) problems.push({ row: at, key, message: `「${text}」不存在` });
          return [key, id || null];
        }),
      ),
    );
    return ok({ rows: read, problems });
  });
  const books = Array.from({ length: 600 }, (_, i) => ({ id: i + 1, name: `书${i + 1}`, shelf: 1 + (i % 3) }));
  on('book/options', ({ ids, keyword, within }) => {
    const { shelfId } = (within ?? {}) as { shelfId?: number };
    return ok(
      books
        .filter((b) => (!ids || ids.includes(b.id)) && (!keyword || b.name.includes(keyword)))
        .filter((b) => shelfId === undefined || b.shelf === shelfId)
        .slice(0, ids ? 2000 : 6),
    );
  });
  on('stocktake/query', () => ok({ rows: [], total: 0, sums: null }));
  on('stocktake/preview', ({ lines, reason }) => {
    if (reason === '坏')
      return { errorcode: 1101, errormsg: '原因不可用', data: null, fields: { reason: '原因不可用' } };
    const rows = (lines ?? []) as { found: number }[];
    const lossFen = rows.reduce((sum, row) => sum + (10 - row.found) * 1_000, 0);
    return ok({
      rows: lines
        ? undefined
        : [
            { bookId: 1, title: '甲', found: 10, note: '账面 10 本' },
            { bookId: 2, title: '乙', found: 10, problem: '已借出，不能盘点' },
            { bookId: 3, title: '丙', found: 10, off: true, warning: '昨天盘过' },
          ],
      figures: [
        { label: '本数', value: rows.length, kind: 'int', unit: '本' },
        { label: '盘亏', value: lossFen, kind: 'money' },
      ],
      notices: lines ? [{ tone: 'warning', text: '提交后须另一人复核' }] : [],
      submit: `提交盘亏 ${lossFen / 100} 元`,
      agreed: { lossFen },
    });
  });
  on('stocktake/create', () => ok({ id: 5 }));
  on('stocktake/get', () => ok({ id: 5, version: 1, shelfId: 1, shelfName: '文学', reason: '月底', lines: [] }));
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume();
    payload.on('end', () => done(null, {}));
  });
  app.post('/api/upload', async () => ok({ key: 'k1', url: '', name: '读者.csv', size: 10 }));
  state.admin.home = `${area}/shelf`;
  return { app, state, received, cut, loans };
}
