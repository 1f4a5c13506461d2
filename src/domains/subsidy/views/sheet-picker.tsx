/** The spreadsheet of a batch: upload it, see what was taken for what, change it where the guess is wrong. */
import { Select } from 'antd';
import { SheetInput } from '../../../kit/console/batch/sheet-input.tsx';
import type { Uploaded } from '../../../kit/console/http/upload.ts';
import { type Inspected, inspectSheet } from './batch-api.ts';

export interface Sheet {
  fileKey: string;
  filename: string;
  mapping: Record<string, number>;
  inspected: Inspected;
}

interface Props {
  path: string;
  sheet: Sheet | undefined;
  /** Words under the button: which columns are wanted. */
  help: string;
  onChange: (sheet: Sheet | undefined) => void;
}

const given = (mapping: Inspected['mapping']): Record<string, number> =>
  Object.fromEntries(Object.entries(mapping).filter((entry): entry is [string, number] => entry[1] !== null));

export function SheetPicker({ path, sheet, help, onChange }: Props) {
  const inspect = async ({ key }: Uploaded) => {
    const inspected = await inspectSheet(path, key);
    onChange({ fileKey: key, filename: inspected.filename, mapping: given(inspected.mapping), inspected });
  };
  return (
    <div>
      <SheetInput
        path={path}
        chosen={sheet ? `${sheet.filename}：${sheet.inspected.total} 行` : undefined}
        onSent={inspect}
      />
      <p className="k-help">{help}。支持 xlsx 和 csv，编号前面的 0 会保留。</p>
      {sheet ? <Mapping sheet={sheet} onChange={onChange} /> : null}
    </div>
  );
}

function Mapping({ sheet, onChange }: { sheet: Sheet; onChange: (sheet: Sheet) => void }) {
  const { inspected, mapping } = sheet;
  const put = (key: string, column: number | undefined) => {
    const next = { ...mapping };
    delete next[key];
    if (column !== undefined) next[key] = column;
    onChange({ ...sheet, mapping: next });
  };
  return (
    <div className="sb-map">
      <table>
        <thead>
          <tr>
            <th scope="col">内容</th>
            <th scope="col">取自哪一列</th>
            <th scope="col">示例</th>
          </tr>
        </thead>
        <tbody>
          {inspected.columns.map(({ key, label }) => {
            const column = mapping[key];
            const sample =
              column === undefined
                ? ''
                : [...new Set(inspected.sample.map((row) => row[column] ?? ''))].filter(Boolean).slice(0, 3);
            return (
              <tr key={key}>
                <td>{label}</td>
                <td>
                  <Select<number>
                    aria-label={`${label}取自`}
                    style={{ width: 200 }}
                    allowClear
                    placeholder="不取"
                    value={(column ?? null) as number}
                    options={inspected.headers.map((text, value) => ({ value, label: text }))}
                    onChange={(next) => put(key, next ?? undefined)}
                  />
                </td>
                <td className="k-muted">{Array.isArray(sample) ? sample.join('、') : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
