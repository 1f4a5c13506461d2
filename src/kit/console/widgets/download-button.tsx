/** A button that saves a file of the server's; busy until it is there. */
import { Button, type ButtonProps } from 'antd';
import { useState } from 'react';
import { saveFile } from '../shell/save-file.ts';

export interface DownloadButtonProps extends Omit<ButtonProps, 'onClick' | 'loading'> {
  url: string;
  body: unknown;
  /** The server's name for it unless given. */
  filename?: string;
}

export function DownloadButton({ url, body, filename, ...button }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveFile(url, body, filename);
    setBusy(false);
  };
  return <Button {...button} loading={busy} onClick={() => void save()} />;
}
