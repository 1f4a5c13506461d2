/** First step of an import: the template, and the file by choosing or dropping. */
import { Progress } from 'antd';
import { type DragEvent, useState } from 'react';
import { neededOfRows } from '../../../define/field.ts';
import type { AnyPage } from '../../../define/page.ts';
import { saveFile } from '../../shell/save-file.ts';
import { FileButton } from '../../widgets/file-button.tsx';
import { importKeys } from './import-keys.ts';

interface Props {
  path: string;
  spec: AnyPage;
  busy: boolean;
  /** Share of the upload that is done, 0 to 1. */
  share: number | undefined;
  onFile: (file: File) => void;
}

export function FilePicker({ path, spec, busy, share, onFile }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !busy) onFile(file);
  };
  const labels = importKeys(path, spec).map((key) => {
    const field = spec.fields[key];
    return field ? `${field.label}${neededOfRows(field) ? '（必填）' : ''}` : key;
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button does the same */}
      <div
        className={over ? 'k-drop k-drop-over' : 'k-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>把表格拖到这里，或</p>
        <FileButton
          type="primary"
          label="导入文件"
          accept=".xlsx,.xls,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          loading={busy}
          onFile={onFile}
        >
          选择文件
        </FileButton>
        <p className="k-help">
          支持 xlsx、csv（UTF-8、GBK/GB18030 都可以）和别的系统导出的网页表格 xls，编号前面的 0 会保留。
        </p>
        {share !== undefined ? <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" /> : null}
        {busy && (share === undefined || share >= 1) ? (
          <p className="k-help">正在读取并检查，行数多时要等一会儿…</p>
        ) : null}
      </div>
      <div className="k-import-help">
        {spec.import?.help ? <p>{spec.import.help}</p> : null}
        <p>可导入的列：{labels.join('、')}</p>
        <button
          type="button"
          className="k-link"
          onClick={() => void saveFile(`${path}/import_template`, {}, `${spec.title}-导入模板.xlsx`)}
        >
          下载导入模板
        </button>
        <span className="k-muted">　没有按模板也可以，下一步可以指定每一列的含义。</span>
      </div>
    </>
  );
}
