/** A terminal's picture at its full size, or its film playing, fetched with the session's token. */
import { Modal } from 'antd';
import { isClip } from './evidence.tsx';
import { usePicture } from './use-picture.ts';
import './widgets.css';

interface Props {
  fileKey: string;
  label: string;
  onClose: () => void;
}

export default function EvidenceViewer({ fileKey, label, onClose }: Props) {
  const url = usePicture(fileKey);
  return (
    <Modal open title={label} width={760} footer={null} onCancel={onClose}>
      <div className="k-evidence">
        {!url ? (
          <p className="k-help">正在取得，或已超过保存期限</p>
        ) : isClip(fileKey) ? (
          <video src={url} controls autoPlay muted />
        ) : (
          <img src={url} alt={label} />
        )}
      </div>
    </Modal>
  );
}
