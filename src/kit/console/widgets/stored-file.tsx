/** A stored file as a button that downloads it with the session's token. */
import { App } from 'antd';
import { useState } from 'react';
import { asRefusal } from '../http/client.ts';
import { download } from '../http/download.ts';

export function StoredFile({ fileKey, label }: { fileKey: string; label: string }) {
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const fetch = async () => {
    setBusy(true);
    try {
      await download(`/files/${fileKey}`);
    } catch (error) {
      message.error(asRefusal(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="k-link" disabled={busy} onClick={() => void fetch()} title="下载">
      {label}
    </button>
  );
}
