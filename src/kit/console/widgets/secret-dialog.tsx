/** A secret that is shown once: initial password, pairing key. Closing says goodbye to it. */
import { App, Button, Modal } from 'antd';
import './widgets.css';

export interface Secret {
  label: string;
  value: string;
  note?: string;
}

export function SecretDialog({ secret, onClose }: { secret: Secret | null; onClose: () => void }) {
  const { message } = App.useApp();
  const copy = async () => {
    if (!secret) return;
    const copied = await copyText(secret.value);
    if (copied) message.success('已复制');
    else message.warning('浏览器不允许复制，请手工抄录');
  };
  return (
    <Modal
      open={secret !== null}
      title={secret?.label}
      width={440}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={copy}>复制</Button>
          <Button type="primary" onClick={onClose}>
            我已记下
          </Button>
        </>
      }
    >
      <output className="k-secret">{secret?.value}</output>
      <p className="k-help">{secret?.note ?? '只显示这一次，关闭后无法再次查看。'}</p>
    </Modal>
  );
}

/** Puts text on the clipboard, also where the page is served without TLS. Answers whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}
