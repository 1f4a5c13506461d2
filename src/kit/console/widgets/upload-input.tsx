/** Uploads one picture or file and keeps its key; shows what is there and how far the upload is. */
import { Button, Image, Progress } from 'antd';
import { useState } from 'react';
import { ApiError } from '../http/client.ts';
import { type Uploaded, type UploadPurpose, upload } from '../http/upload.ts';
import { FileButton } from './file-button.tsx';
import { StoredFile } from './stored-file.tsx';
import { usePicture } from './use-picture.ts';
import './widgets.css';

export default function UploadInput(props: {
  id?: string;
  label: string;
  image: boolean;
  /** What it is kept as; undefined for a picture its unit sees. */
  purpose?: UploadPurpose;
  value: string | null | undefined;
  onChange?: (value: string | null) => void;
  disabled: boolean;
}) {
  const [share, setShare] = useState<number>();
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<Uploaded>();
  const send = async (file: File) => {
    setProblem(undefined);
    setShare(0);
    try {
      const answer = await upload(file, setShare, undefined, props.purpose, setWaiting);
      setDone(answer);
      props.onChange?.(answer.key);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '上传失败，请重试');
    } finally {
      setShare(undefined);
      setWaiting(false);
    }
  };
  const url = usePicture(props.image ? props.value : undefined);
  return (
    <span className="k-upload">
      {url ? <Image width={96} height={96} className="k-upload-image" alt={props.label} src={url} /> : null}
      {props.value && !props.image ? (
        <StoredFile fileKey={props.value} label={done?.key === props.value ? done.name : '下载已上传的文件'} />
      ) : null}
      {share !== undefined ? <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" /> : null}
      {waiting ? (
        <span role="status" className="k-help">
          网络中断，恢复后从断处继续。刷新页面后重新选择同一个文件也会接着传。
        </span>
      ) : null}
      {props.disabled ? null : (
        <span className="k-upload-buttons">
          <FileButton
            {...(props.id ? { id: props.id } : {})}
            label={props.label}
            accept={props.image ? 'image/png,image/jpeg,image/webp,image/gif' : undefined}
            loading={share !== undefined}
            onFile={(file) => void send(file)}
          >
            {props.value ? '更换' : props.image ? '上传图片' : '上传文件'}
          </FileButton>
          {props.value ? (
            <Button type="text" onClick={() => props.onChange?.(null)}>
              移除
            </Button>
          ) : null}
        </span>
      )}
      {problem ? (
        <span role="alert" className="k-problem">
          {problem}
        </span>
      ) : null}
    </span>
  );
}
