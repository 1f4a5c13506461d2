/** Third step of an import: counts, reasons, and the rows with their bad cells in red, to be corrected in place. */
import { Alert, Segmented, Table } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { EditableCell } from './editable-cell.tsx';
import type { Edits, ImportCheck } from './import-api.ts';
import { faultText, reasonsOf } from './sample.ts';

type PreviewRow = ImportCheck['rows'][number];

interface Props {
  spec: AnyPage;
  check: ImportCheck;
  /** Corrections that were not checked yet. */
  edits: Edits;
  onCorrect: (rowNo: number, key: string, text: string) => void;
}

export function CheckResult({ spec, check, edits, onCorrect }: Props) {
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
      {check.warnings && check.warnings.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          className="k-refused"
          title={check.warnings.map((warning) => <div key={warning}>{warning}</div>)}
        />
      ) : null}
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
              if (edits[row.rowNo]) return <span className="k-import-edited">已修改，待重新检查</span>;
              const faults = Object.entries(row.errors).map(([key, text]) => faultText(labelOf(key), text));
              return faults.length > 0 ? (
                <span className="k-negative">{faults.join('；')}</span>
              ) : (
                <span className="k-positive">可导入</span>
              );
            },
          },
          ...keys.map((key) => {
            const field = spec.fields[key]!;
            const fixed = typeof check.mapping[key] === 'object';
            return {
              key,
              title: fixed ? `${field.label}（固定值）` : field.label,
              width: 120,
              ellipsis: true,
              onCell: (row: PreviewRow) => {
                if (edits[row.rowNo]?.[key] !== undefined) return { className: 'k-edited-cell' };
                return row.errors[key] ? { className: 'k-bad-cell', title: row.errors[key] } : {};
              },
              render: (_: unknown, row: PreviewRow) =>
                fixed ? (
                  <span className="k-muted">{row.values[key]}</span>
                ) : (
                  <EditableCell
                    field={field}
                    rowNo={row.rowNo}
                    text={row.values[key] ?? ''}
                    corrected={edits[row.rowNo]?.[key]}
                    onCorrect={(text) => onCorrect(row.rowNo, key, text)}
                  />
                ),
            };
          }),
        ]}
      />
      <p className="k-help">
        点单元格可直接修改，改完重新检查。
        {check.rows.length < check.good + check.bad
          ? `只显示前 ${check.rows.length} 行，有问题的排在前面；全部问题行可下载查看。`
          : ''}
      </p>
    </div>
  );
}
