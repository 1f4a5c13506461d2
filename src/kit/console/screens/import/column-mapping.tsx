/** Second step of an import: which column of the file fills which field; proposed by the server, changed here. */
import { Select } from 'antd';
import type { AnyPage } from '../../../define/page.ts';
import type { ImportCheck } from './import-api.ts';
import { sampleOf } from './sample.ts';

interface Props {
  spec: AnyPage;
  check: ImportCheck;
  mapping: Readonly<Record<string, number>>;
  onChange: (mapping: Record<string, number>) => void;
  fileName: string;
}

export function ColumnMapping({ spec, check, mapping, onChange, fileName }: Props) {
  const keys = spec.import?.fields ?? [];
  const put = (key: string, column: number | undefined) => {
    const next = { ...mapping };
    delete next[key];
    // One column fills one field: taking it here frees it there.
    if (column !== undefined) {
      for (const [other, at] of Object.entries(next)) if (at === column) delete next[other];
      next[key] = column;
    }
    onChange(next);
  };
  const used = new Set(Object.values(mapping));
  const unused = check.headers.filter((_, i) => !used.has(i));
  return (
    <>
      <p className="k-dialog-note">
        {fileName}：{check.total} 行、{check.headers.length} 列。请核对每个字段取自哪一列。
      </p>
      <div className="k-import-table">
        <table>
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">文件中的列</th>
              <th scope="col">示例</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => {
              const field = spec.fields[key];
              if (!field) return null;
              return (
                <tr key={key}>
                  <td className={field.required ? 'k-required' : ''}>{field.label}</td>
                  <td>
                    <Select<number>
                      aria-label={`${field.label}取自`}
                      className="k-map-select"
                      allowClear
                      placeholder="不导入"
                      status={field.required && mapping[key] === undefined ? 'error' : ''}
                      value={(mapping[key] ?? null) as number}
                      showSearch={{ optionFilterProp: 'label' }}
                      options={check.headers.map((label, value) => ({ value, label: label || `第 ${value + 1} 列` }))}
                      onChange={(column) => put(key, column ?? undefined)}
                    />
                  </td>
                  <td className="k-muted">{sampleOf(check, key, mapping[key])}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {unused.length > 0 ? <p className="k-help">文件中没有用到的列：{unused.join('、')}</p> : null}
    </>
  );
}
