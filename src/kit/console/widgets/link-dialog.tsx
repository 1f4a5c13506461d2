/** An address that needs no session: as a QR code for phones and walls, and as text to copy. */
import { App, Button, Modal } from 'antd';
import { addressOf } from './address-of.ts';
import { QrCode } from './code-image.tsx';
import { copyText } from './secret-dialog.tsx';
import './widgets.css';

export interface OpenLink {
  title: string;
  path: string;
  note: string;
}

export function LinkDialog({ link, onClose }: { link: OpenLink; onClose: () => void }) {
  const { message } = App.useApp();
  const address = addressOf(link.path);
  const copy = async () => {
    if (await copyText(address)) message.success('已复制');
    else message.warning('浏览器不允许复制，请手工抄录');
  };
  return (
    <Modal
      open
      title={link.title}
      width={440}
      onCancel={onClose}
      footer={
        <>
          <Button href={address} target="_blank" rel="noreferrer">
            打开
          </Button>
          <Button onClick={() => void copy()}>复制网址</Button>
          <Button type="primary" onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      <figure className="k-open-link">
        <QrCode text={address} size={200} label={`${link.title}二维码`} />
        <figcaption>{address}</figcaption>
      </figure>
      <p className="k-help">{link.note}</p>
    </Modal>
  );
}
