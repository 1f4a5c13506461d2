/** The spreadsheet of a batch: choosing and sending it, its template, what became of it. */
import { Progress } from 'antd';
import { useState } from 'react';
import { ApiError } from '../http/client.ts';
import { type Uploaded, upload } from '../http/upload.ts';
import { DownloadButton } from '../widgets/download-button.tsx';
import { FileButton } from '../widgets/file-button.tsx';

export function SheetInput(props: {
  /** Page whose `sheet_template` verb answers the template. */
  path: string;
  /** What is known of the file that is there. */
  chosen: string | undefined;
  /** Takes the file that was sent; its refusal shows here. */
  onSent: (sent: Uploaded) => void | Promise<void>;
}) {
  const { path, chosen, onSent } = props;
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    setProblem(undefined);
    setShare(0);
    try {
      await onSent(await upload(file, setShare, undefined, 'import'));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '上传失败，请重试');
    } finally {
      setShare(undefined);
    }
  };
  return (
    <>
      <FileButton label="名单表格" accept=".xlsx,.csv,.txt" loading={share !== undefined} onFile={(f) => void take(f)}>
        {chosen ? '换一个文件' : '选择表格'}
      </FileButton>
      <DownloadButton type="link" url={`${path}/sheet_template`} body={{}}>
        下载模板
      </DownloadButton>
      {chosen ? <span className="k-muted">{chosen}</span> : null}
      {share === undefined ? null : <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />}
      {problem ? (
        <p role="alert" className="k-problem">
          {problem}
        </p>
      ) : null}
    </>
  );
}
