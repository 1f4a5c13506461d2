/** Second step of an import: which column of the file, or which fixed value, fills which field; proposed by the server. */
import { Select } from 'antd';
import { neededOfRows } from '../../../define/field.ts';
import type { AnyPage } from '../../../define/page.ts';
import { CellInput } from './cell-input.tsx';
import type { ImportCheck, Mapping, Source } from './import-api.ts';
import { importKeys } from './import-keys.ts';
import { isFilled, sampleOf } from './sample.ts';

/** In the list of columns: no column, one value for all rows. */
const fixedValue = -1;

interface Props {
  path: string;
  spec: AnyPage;
  check: ImportCheck;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  fileName: string;
}

export function ColumnMapping({ path, spec, check, mapping, onChange, fileName }: Props) {
  const keys = importKeys(path, spec);
  const put = (key: string, source: Source | undefined) => {
    const next = { ...mapping };
    delete next[key];
    // One column fills one field: taking it here frees it there.
    if (source !== undefined) {
      for (const [other, at] of Object.entries(next)) if (at === source) delete next[other];
      next[key] = source;
    }
    onChange(next);
  };
  const used = new Set(Object.values(mapping));
  const unused = check.headers.filter((_, i) => !used.has(i));
  return (
    <>
      <p className="k-dialog-note">
        {fileName}：{check.total} 行、{check.headers.length}{' '}
        列。请核对每个字段取自哪一列；文件里没有的，可以选「固定值」，所有行都用它。
      </p>
      <div className="k-import-table">
        <table>
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">文件中的列</th>
              <th scope="col">示例 / 固定值</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => {
              const field = spec.fields[key];
              if (!field) return null;
              const source = mapping[key];
              const fixed = typeof source === 'object' ? source.fixed : undefined;
              return (
                <tr key={key}>
                  <td className={neededOfRows(field) ? 'k-required' : ''}>{field.label}</td>
                  <td>
                    <Select<number>
                      aria-label={`${field.label}取自`}
                      className="k-map-select"
                      allowClear
                      placeholder="不导入"
                      status={neededOfRows(field) && !isFilled(source) ? 'error' : ''}
                      value={(typeof source === 'object' ? fixedValue : (source ?? null)) as number}
                      showSearch={{ optionFilterProp: 'label' }}
                      options={[
                        { value: fixedValue, label: '固定值' },
                        ...check.headers.map((label, value) => ({ value, label: label || `第 ${value + 1} 列` })),
                      ]}
                      onChange={(at) => put(key, at === fixedValue ? { fixed: '' } : (at ?? undefined))}
                    />
                  </td>
                  <td className="k-muted">
                    {fixed === undefined ? (
                      sampleOf(check, key, source)
                    ) : (
                      <CellInput
                        field={field}
                        label={`${field.label}的固定值`}
                        placeholder={`所有行的${field.label}`}
                        value={fixed}
                        onChange={(text) => put(key, { fixed: text })}
                      />
                    )}
                  </td>
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
