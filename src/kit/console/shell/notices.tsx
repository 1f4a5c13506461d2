/** Notices for the signed-in person: what became of one's documents, what the unit should not miss. Opening them reads them. */
import { useQueryClient } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useEffect } from 'react';
import { formatTime } from '../clock.ts';
import { post } from '../http/client.ts';
import { Link } from '../nav/link.tsx';
import { noticesKey, unreadOf, useNotices } from '../session/notices.ts';

export default function Notices({ onClose }: { onClose(): void }) {
  const notices = useNotices();
  const client = useQueryClient();
  const unread = unreadOf(notices.data);
  // What was new stays marked for as long as the drawer is open.
  useEffect(() => {
    if (unread > 0) void post('/admin/common', 'notices_read', {}, { background: true }).catch(() => undefined);
    return () => void (unread > 0 && client.invalidateQueries({ queryKey: noticesKey }));
  }, [unread, client]);
  return (
    <Drawer open title="通知公告" size={460} onClose={onClose} destroyOnHidden>
      {notices.isPending ? <p className="oc-quiet">正在载入…</p> : null}
      {notices.isError ? (
        <p className="oc-quiet" role="alert">
          {notices.error.message}
        </p>
      ) : null}
      {notices.isSuccess && !notices.data?.length ? <p className="oc-quiet">暂无通知公告。</p> : null}
      <ul className="oc-notices">
        {notices.data?.map((notice) => (
          <li key={notice.id} data-read={notice.read}>
            <h3>
              {notice.path ? (
                <Link to={notice.path} onClick={onClose}>
                  {notice.title}
                </Link>
              ) : (
                notice.title
              )}
            </h3>
            <small>{formatTime(notice.at)}</small>
            <p>{notice.content}</p>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
