/** The input of a `sheet` field: choosing and sending a table, its template, and which of its columns is taken for what. */
import { useQuery } from '@tanstack/react-query';
import { Progress, Select } from 'antd';
import { useContext, useState } from 'react';
import type { Field } from '../../../define/field.ts';
import { type SheetRead, sheetText, sheetValue } from '../../../define/sheet.ts';
import { ApiError, post } from '../../http/client.ts';
import { upload } from '../../http/upload.ts';
import { DownloadButton } from '../../widgets/download-button.tsx';
import { FileButton } from '../../widgets/file-button.tsx';
import { pageKey } from '../query-keys.ts';
import { FormContext } from './form-context.ts';
import './sheet-field.css';

interface Props {
  id?: string;
  field: Field;
  fieldKey: string;
  disabled: boolean;
  value: string | null;
  onChange: (value: string) => void;
}

export default function SheetField({ id, field, fieldKey, disabled, value, onChange }: Props) {
  const { path } = useContext(FormContext);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const { fileKey } = sheetValue(value ?? '');
  const read = useQuery({
    queryKey: [...pageKey(path), 'sheet', fieldKey, fileKey],
    queryFn: () => post<SheetRead>(path, 'sheet_read', { field: fieldKey, fileKey }),
    enabled: fileKey !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const take = async (file: File) => {
    setProblem(undefined);
    setShare(0);
    try {
      onChange((await upload(file, setShare, undefined, 'import')).key);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '上传失败，请重试');
    } finally {
      setShare(undefined);
    }
  };
  const told = problem ?? read.error?.message;
  return (
    <div {...(id ? { id } : {})}>
      <FileButton
        label={field.label}
        accept=".xlsx,.xls,.csv,.txt"
        disabled={disabled}
        loading={share !== undefined || read.isFetching}
        onFile={(file) => void take(file)}
      >
        {fileKey ? '换一个文件' : '选择表格'}
      </FileButton>
      <DownloadButton type="link" url={`${path}/sheet_template`} body={{ field: fieldKey }}>
        下载模板
      </DownloadButton>
      {read.data ? (
        <span className="k-muted">
          {read.data.filename}：{read.data.total.toLocaleString('en-US')} 行
        </span>
      ) : null}
      {share === undefined ? null : <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />}
      {told ? (
        <p role="alert" className="k-problem">
          {told}
        </p>
      ) : null}
      {read.data ? <Columns field={field} read={read.data} value={value ?? ''} onChange={onChange} /> : null}
    </div>
  );
}

function Columns(props: { field: Field; read: SheetRead; value: string; onChange: (value: string) => void }) {
  const { field, read, value, onChange } = props;
  const { fileKey, columns } = sheetValue(value);
  const at = (key: string) => (columns ? columns[key] : (read.mapping[key] ?? undefined));
  const put = (key: string, column: number | undefined) => {
    const next: Record<string, number> = {};
    for (const other of Object.keys(field.sheet ?? {})) {
      const now = other === key ? column : at(other);
      // One column fills one cell: taking it here frees it there.
      if (now !== undefined && (other === key || now !== column)) next[other] = now;
    }
    onChange(sheetText({ fileKey, columns: next }));
  };
  return (
    <div className="k-sheet-columns">
      <table>
        <thead>
          <tr>
            <th scope="col">内容</th>
            <th scope="col">取自哪一列</th>
            <th scope="col">示例</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(field.sheet ?? {}).map(([key, { label }]) => {
            const column = at(key);
            const sample = column === undefined ? [] : read.sample.map((row) => row[column] ?? '').filter(Boolean);
            return (
              <tr key={key}>
                <td>{label}</td>
                <td>
                  <Select<number>
                    aria-label={`${label}取自`}
                    className="k-sheet-column"
                    allowClear
                    placeholder="不取"
                    value={(column ?? null) as number}
                    options={read.headers.map((text, i) => ({ value: i, label: text || `第 ${i + 1} 列` }))}
                    onChange={(next) => put(key, next ?? undefined)}
                  />
                </td>
                <td className="k-muted">{[...new Set(sample)].slice(0, 3).join('、')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
