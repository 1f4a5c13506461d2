/** Third step of an import: counts, reasons, and the rows with their bad cells in red. */
import { Segmented, Table } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import type { ImportCheck } from './import-api.ts';
import { faultText, reasonsOf } from './sample.ts';

type PreviewRow = ImportCheck['rows'][number];

export function CheckResult({ spec, check }: { spec: AnyPage; check: ImportCheck }) {
  const [only, setOnly] = useState<'bad' | 'all'>(check.bad > 0 ? 'bad' : 'all');
  const keys = (spec.import?.fields ?? []).filter((key) => check.mapping[key] !== undefined);
  const rows = only === 'bad' ? check.rows.filter((r) => Object.keys(r.errors).length > 0) : check.rows;
  const box = useRef<HTMLDivElement>(null);
  // The rows are scrolled by keyboard too.
  useEffect(() => {
    box.current?.querySelector('.ant-table-body')?.setAttribute('tabindex', '0');
  });
  const labelOf = (key: string) => spec.fields[key]?.label ?? '';
  const reasons = reasonsOf(check, labelOf).slice(0, 6);
  return (
    <div ref={box}>
      <div className="k-import-counts">
        <span>
          共 <b>{check.total}</b> 行
        </span>
        <span className="k-positive">
          可导入 <b>{check.good}</b> 行
        </span>
        <span className={check.bad > 0 ? 'k-negative' : 'k-muted'}>
          有问题 <b>{check.bad}</b> 行
        </span>
        <span className="k-spacer" />
        {check.bad > 0 ? (
          <Segmented<'bad' | 'all'>
            aria-label="显示哪些行"
            value={only}
            options={[
              { value: 'bad', label: '只看有问题的' },
              { value: 'all', label: '全部' },
            ]}
            onChange={setOnly}
          />
        ) : null}
      </div>
      {reasons.length > 0 ? (
        <ul className="k-import-reasons">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              {reason} <span className="k-muted">× {count}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <Table<PreviewRow>
        rowKey="rowNo"
        size="small"
        dataSource={rows}
        pagination={false}
        virtual={rows.length > 50}
        scroll={{ x: 56 + keys.length * 120 + 240, y: 320 }}
        columns={[
          { title: '行号', dataIndex: 'rowNo', width: 56, align: 'right', fixed: 'start' },
          {
            key: '$reason',
            title: '检查结果',
            width: 240,
            fixed: 'start',
            render: (_: unknown, row: PreviewRow) => {
              const faults = Object.entries(row.errors).map(([key, text]) => faultText(labelOf(key), text));
              return faults.length > 0 ? (
                <span className="k-negative">{faults.join('；')}</span>
              ) : (
                <span className="k-positive">可导入</span>
              );
            },
          },
          ...keys.map((key) => ({
            key,
            title: spec.fields[key]?.label ?? key,
            width: 120,
            ellipsis: true,
            onCell: (row: PreviewRow) => (row.errors[key] ? { className: 'k-bad-cell', title: row.errors[key] } : {}),
            render: (_: unknown, row: PreviewRow) => row.values[key] || <span className="k-muted">—</span>,
          })),
        ]}
      />
      {check.rows.length < check.total ? (
        <p className="k-help">只显示前 {check.rows.length} 行，有问题的排在前面；全部问题行可下载查看。</p>
      ) : null}
    </div>
  );
}
