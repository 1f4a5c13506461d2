/** 批量纠错, previewed: every charge of the meal with its right price, which may be typed line by line. */
import { Table } from 'antd';
import { formatTime } from '../../../kit/console/clock.ts';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import type { BatchPreview, PreviewLine } from '../correct/batch-preview.ts';

/** What a line would move with the right price typed for it. */
export function moved(line: PreviewLine, rightFen: number | null) {
  if (rightFen === null) return 0;
  return rightFen - line.chargedFen;
}

export function CorrectPreviewTable({
  preview,
  chosen,
  onChosen,
  rightFen,
  onRight,
}: {
  preview: BatchPreview;
  chosen: number[];
  onChosen: (ids: number[]) => void;
  rightFen: (line: PreviewLine) => number | null;
  onRight: (tradeId: number, fen: number) => void;
}) {
  return (
    <section className="k-card k-form-section" aria-label="预览">
      <div className="kb-bar cn-bar">
        <b>
          共 {preview.lines.length} 笔：{preview.count} 笔要纠正，{preview.unchanged} 笔实收正确
          {preview.problems > 0 ? `，${preview.problems} 笔不能批量处理` : ''}
        </b>
        <span className="k-muted">可以取消勾选，也可以单独改某一笔的应收</span>
      </div>
      <Table<PreviewLine>
        size="small"
        rowKey="tradeId"
        dataSource={preview.lines}
        rowSelection={{
          selectedRowKeys: chosen,
          onChange: (keys) => onChosen(keys as number[]),
          getCheckboxProps: (line) => ({ disabled: line.locked }),
        }}
        rowClassName={(line) => (line.kind === null ? 'cn-muted-row' : '')}
        pagination={{ pageSize: 50, showSizeChanger: false, hideOnSinglePage: true }}
        columns={[
          { title: '姓名', dataIndex: 'personName', width: 110 },
          { title: '工号', dataIndex: 'jobNumber', width: 110, render: (v: string | null) => v ?? '—' },
          { title: '类别', dataIndex: 'typeName', width: 90 },
          { title: '消费时间', dataIndex: 'occurredAt', width: 90, render: (v: string) => formatTime(v).slice(11, 19) },
          { title: '第几次', dataIndex: 'nth', width: 70, align: 'right' },
          {
            title: '现实收（元）',
            dataIndex: 'chargedFen',
            width: 110,
            align: 'right',
            render: (fen: number) => <MoneyText fen={fen} />,
          },
          {
            title: '应收（元）',
            width: 120,
            align: 'right',
            render: (_, line) =>
              line.locked ? (
                <MoneyText fen={line.rightFen} />
              ) : (
                <MoneyInput
                  bare
                  label={`${line.personName} 的应收`}
                  value={rightFen(line)}
                  onChange={(fen) => typeof fen === 'number' && onRight(line.tradeId, fen)}
                />
              ),
          },
          {
            title: '退回 / 补扣（元）',
            width: 140,
            align: 'right',
            render: (_, line) => {
              const more = moved(line, rightFen(line));
              if (more === 0 || line.locked) return <span className="k-muted">—</span>;
              return (
                <>
                  {more < 0 ? '退 ' : '补 '}
                  <MoneyText fen={Math.abs(more)} strong />
                </>
              );
            },
          },
          {
            title: '说明',
            dataIndex: 'note',
            render: (note: string, line) => <span className={line.problem ? 'k-negative' : ''}>{note}</span>,
          },
        ]}
      />
    </section>
  );
}
