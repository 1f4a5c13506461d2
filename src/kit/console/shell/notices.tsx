/** Announcements for the signed-in person, newest first. */
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { formatTime } from '../clock.ts';
import { ApiError, post } from '../http/client.ts';

interface Announcement {
  id: string;
  title: string;
  content: string;
  at: string;
}

export default function Notices({ onClose }: { onClose(): void }) {
  const notices = useQuery({
    queryKey: ['notices'],
    queryFn: () =>
      post<Announcement[] | null>('/admin/common', 'notices').catch((error: unknown) => {
        // A server without announcements has none.
        if (error instanceof ApiError && error.errorcode === 1004) return null;
        throw error;
      }),
    retry: false,
    staleTime: 0,
  });
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
          <li key={notice.id}>
            <h3>{notice.title}</h3>
            <small>{formatTime(notice.at)}</small>
            <p>{notice.content}</p>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
