/** 配送看板: every wave in the column of its state, a row for each day. */
import { blocksOf, type Cell, count, link, muted } from '../../../../kit/define/blocks.ts';
import { page } from '../../../../kit/define/page.ts';
import type { Board } from '../board.ts';
import { waveKinds, waveStatuses } from '../wave-states.ts';
import { wave } from './supermarket_organization_distribute.page.ts';

const path = '/admin/contractor/supermarket/supermarket_organization_distribute';
const { figures, table } = blocksOf<Board>();
/** More of one day and state are behind the link. */
const most = 12;

const ofState = (board: Board, status: string, day?: string) =>
  board.waves.filter((one) => one.status === status && (day === undefined || one.day === day));
const listOf = (status: string, day?: string) => ({
  path,
  query: { status, deliveryDate: day === undefined ? null : `${day},${day}` },
});

function cell(board: Board, status: string, day: string): Cell {
  const waves = ofState(board, status, day);
  if (waves.length === 0) return muted('—');
  const shown = waves
    .slice(0, most)
    .flatMap((one) => [
      { ...link(`${one.unit} ${one.address}`, { path: `${path}/record`, query: { id: one.id } }), below: true },
      muted(
        ` ${waveKinds.find(({ value }) => value === one.kind)!.label} ${one.documents} 单${one.driver ? ` ${one.driver}` : ''}${
          one.at ? ` ${one.at.slice(11, 16)}` : ''
        }`,
      ),
    ]);
  return waves.length > most
    ? [...shown, { ...link(`共 ${waves.length} 个波次`, listOf(status, day)), below: true }]
    : shown;
}

export default page({
  of: wave,
  path: 'board',
  title: '配送看板',
  kind: 'dashboard',
  fields: {},
  blocks: [
    figures((board) =>
      waveStatuses.map(({ value, label }) =>
        count(label, ofState(board, value).length, '个波次', { to: listOf(value) }),
      ),
    ),
    table(
      '按状态',
      (board) => ({
        headings: ['送达日', ...waveStatuses.map(({ label }) => label)],
        rows: [...new Set(board.waves.map(({ day }) => day))].map((day) => ({
          key: day,
          cells: [
            day === board.today
              ? `${day} 今天`
              : day < board.today
                ? { text: `${day} 逾期`, tone: 'danger' as const }
                : day,
            ...waveStatuses.map(({ value }) => cell(board, value, day)),
          ],
        })),
      }),
      { empty: link('没有未签收的波次，去生成', path), lined: true },
    ),
  ],
});
