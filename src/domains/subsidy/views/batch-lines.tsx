/** The lines of a batch by what became of them. */
import type { TableColumnsType } from 'antd';
import { GroupedLines } from '../../../kit/console/batch/grouped-lines.tsx';
import { Link } from '../../../kit/console/nav/link.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type BatchLine, type GroupCount, type LineGroup, lineGroups } from '../batch/line-shapes.ts';

const who: TableColumnsType<BatchLine> = [
  { title: '行号', dataIndex: 'lineNo', width: 70, align: 'right' },
  { title: '姓名', dataIndex: 'personName', width: 110 },
  {
    title: '工号',
    dataIndex: 'jobNumber',
    width: 120,
    render: (value: string) =>
      value ? <Link to={{ path: '/admin/organization/user', query: { keyword: value } }}>{value}</Link> : '—',
  },
  { title: '部门', dataIndex: 'departmentName', width: 150, ellipsis: true },
  { title: '类别', dataIndex: 'typeName', width: 100, ellipsis: true },
  {
    title: '金额（元）',
    dataIndex: 'amountFen',
    width: 110,
    align: 'right',
    render: (fen: number) => <MoneyText fen={fen} />,
  },
];
const units: TableColumnsType<BatchLine> = [{ title: '天数/班次', dataIndex: 'units', width: 90, align: 'right' }];
const why: TableColumnsType<BatchLine> = [
  { title: '原因', dataIndex: 'reason', render: (text: string) => <span className="k-negative">{text}</span> },
];

function columns(group: LineGroup, lines: readonly BatchLine[]): TableColumnsType<BatchLine> {
  if (group !== 'PENDING' && group !== 'POSTED') return [...who, ...why];
  return lines.some((line) => line.units !== null) ? [...who, ...units] : who;
}

export function BatchLines(props: {
  path: string;
  id: number;
  counts: readonly GroupCount[];
  /** Changes when the lines do. */
  stamp: string;
}) {
  const { path, id, counts, stamp } = props;
  const groups = lineGroups.flatMap(({ value, label }) => {
    const found = counts.find((one) => one.group === value);
    return found ? [{ value, label: `${label} ${found.count}`, count: found.count, fen: found.fen }] : [];
  });
  return (
    <GroupedLines<BatchLine, LineGroup>
      path={path}
      id={id}
      stamp={stamp}
      groups={groups}
      first={groups[0]?.value}
      rowKey="id"
      columns={columns}
      aside={({ value, count }) => (
        <span className="k-muted">
          {count} 笔，{formatFenGrouped(groups.find((g) => g.value === value)?.fen ?? 0)} 元
        </span>
      )}
    />
  );
}
