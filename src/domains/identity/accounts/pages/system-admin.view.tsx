/** The number of devices opens their list, where each can be signed out. */
import { Modal } from 'antd';
import { useState } from 'react';
import { type CellProps, view } from '../../../../kit/console/view.ts';
import { SessionList } from '../session-list.tsx';

const path = '/admin/system/admin';

function Online({ row, value }: CellProps) {
  const [open, setOpen] = useState(false);
  const count = typeof value === 'number' ? value : 0;
  if (count === 0) return <span className="k-muted">0 个</span>;
  return (
    <>
      <button
        type="button"
        className="k-link k-num"
        onClick={() => setOpen(true)}
        aria-label={`${count} 个在线设备：${row.name}`}
      >
        {count} 个
      </button>
      {open ? (
        <Modal open title={`在线设备 · ${row.name}`} width={560} footer={null} onCancel={() => setOpen(false)}>
          <SessionList path={path} whose={{ id: row.id }} revokeBody={(s) => ({ id: row.id, sessionId: s.id })} />
        </Modal>
      ) : null}
    </>
  );
}

export default view({ cells: { online: Online } });
