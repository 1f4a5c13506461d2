/** 审批: one inbox for makers and checkers, over every kind of document that a second person decides. */
import { blocksOf, type Cell, link, muted, tagged, yuan } from '../../../../kit/define/blocks.ts';
import { page } from '../../../../kit/define/page.ts';
import type { Inbox, InboxRow } from '../inbox.ts';

const { table } = blocksOf<Inbox>();

const minute = (at: string) => at.slice(5, 16).replace('T', ' ');

function cellsOf(row: InboxRow, who: boolean): Cell[] {
  const record = { path: `${row.path}/record`, query: { id: row.id } };
  return [
    row.about === '' ? link(row.name, record) : [link(row.name, record), muted(` ${row.about}`)],
    link(row.kind, row.path),
    ...(who ? [row.maker === '' ? muted('—') : row.maker] : []),
    row.amountFen === null ? muted(row.size || '—') : yuan(row.amountFen),
    minute(row.at),
    tagged(row.state, row.tone),
  ];
}

const rows = (some: readonly InboxRow[], who: boolean) =>
  some.map((row) => ({ key: `${row.path}/${row.id}`, cells: cellsOf(row, who) }));

export default page({
  title: '审批',
  kind: 'dashboard',
  // Whoever may decide or make anything finds it here; what it shows is what the session may see elsewhere.
  everyone: true,
  places: [
    { path: '/admin/organization/approval', menu: ['首页', '工作台'] },
    { path: '/admin/contractor/approval', menu: ['首页', '工作台'] },
    { path: '/admin/platform/approval', menu: ['首页', '工作台'] },
  ],
  order: 1,
  fields: {},
  blocks: [
    table(
      '待我审批',
      ({ mine }) => ({
        headings: ['单据', '类型', '制单人', '金额（元）', '提交时间', '状态'],
        rows: rows(mine, true),
      }),
      { lined: true, empty: '没有等待您审批的单据' },
    ),
    table(
      '我提交的，等待他人',
      ({ sent }) => ({ headings: ['单据', '类型', '金额（元）', '提交时间', '状态'], rows: rows(sent, false) }),
      { lined: true, empty: '您提交的单据都已处理' },
    ),
    table(
      '有结果的',
      ({ decided }) => ({
        headings: ['单据', '结果', '时间'],
        rows: decided.map(({ id, title, content, path, at }) => ({
          key: id,
          cells: [path ? link(title, path) : title, content, minute(at)],
        })),
      }),
      { lined: true, empty: '最近没有他人处理您提交的单据' },
    ),
  ],
});
