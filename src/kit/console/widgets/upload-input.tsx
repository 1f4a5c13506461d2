/** Uploads one picture or file and keeps its key; shows what is there and how far the upload is. */
import { Button, Image, Progress } from 'antd';
import { useState } from 'react';
import { ApiError } from '../http/client.ts';
import { imageUrl } from '../http/site.ts';
import { type Uploaded, upload } from '../http/upload.ts';
import { FileButton } from './file-button.tsx';
import { useSite } from './use-site.ts';
import './widgets.css';

export default function UploadInput(props: {
  id?: string;
  label: string;
  image: boolean;
  value: string | null | undefined;
  onChange?: (value: string | null) => void;
  disabled: boolean;
}) {
  const site = useSite();
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<Uploaded>();
  const send = async (file: File) => {
    setProblem(undefined);
    setShare(0);
    try {
      const answer = await upload(file, setShare);
      setDone(answer);
      props.onChange?.(answer.key);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '上传失败，请重试');
    } finally {
      setShare(undefined);
    }
  };
  const url = done?.key === props.value && done ? done.url : props.value ? imageUrl(props.value, site) : undefined;
  return (
    <span className="k-upload">
      {url && props.image ? (
        <Image width={96} height={96} className="k-upload-image" alt={props.label} src={url} />
      ) : null}
      {url && !props.image ? (
        <a href={url} target="_blank" rel="noreferrer">
          {done?.name ?? '查看已上传的文件'}
        </a>
      ) : null}
      {share !== undefined ? <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" /> : null}
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
