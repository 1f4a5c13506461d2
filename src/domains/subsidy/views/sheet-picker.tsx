/** The spreadsheet of a batch: upload it, see what was taken for what, change it where the guess is wrong. */
import { Button, Progress, Select } from 'antd';
import { useRef, useState } from 'react';
import { ApiError } from '../../../kit/console/http/client.ts';
import { download } from '../../../kit/console/http/download.ts';
import { upload } from '../../../kit/console/http/upload.ts';
import { feedback } from '../../../kit/console/shell/feedback.tsx';
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
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    setProblem(undefined);
    setShare(0);
    try {
      const sent = await upload(file, setShare, undefined, 'import');
      const inspected = await inspectSheet(path, sent.key);
      onChange({ fileKey: sent.key, filename: inspected.filename, mapping: given(inspected.mapping), inspected });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '上传失败，请重试');
    } finally {
      setShare(undefined);
    }
  };
  const template = async () => {
    try {
      await download(`${path}/sheet_template`, {}, '补贴名单模板.xlsx');
    } catch (error) {
      feedback().message.error(error instanceof ApiError ? error.message : '模板下载失败，请重试');
    }
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        aria-label="名单表格"
        accept=".xlsx,.csv,.txt"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      <Button loading={share !== undefined} onClick={() => input.current?.click()}>
        {sheet ? '换一个文件' : '选择表格'}
      </Button>
      <Button type="link" onClick={template}>
        下载模板
      </Button>
      {sheet ? (
        <span className="k-muted">
          {sheet.filename}：{sheet.inspected.total} 行
        </span>
      ) : null}
      <p className="k-help">{help}。支持 xlsx 和 csv，编号前面的 0 会保留。</p>
      {share === undefined ? null : <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />}
      {problem ? <p className="k-problem">{problem}</p> : null}
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
