/** The notices of whoever is signed in, asked for again every five minutes. */
import { useQuery } from '@tanstack/react-query';
import { ApiError, post } from '../http/client.ts';
import { pollEveryMs } from './reminders.ts';

export const noticesKey = ['notices'];

interface Announcement {
  id: string;
  title: string;
  content: string;
  at: string;
  path?: string | null;
  read: boolean;
}

export const useNotices = () =>
  useQuery({
    queryKey: noticesKey,
    queryFn: ({ signal }) =>
      post<Announcement[] | null>('/admin/common', 'notices', {}, { signal, background: true }).catch(
        (error: unknown) => {
          // A server without announcements has none.
          if (error instanceof ApiError && error.errorcode === 1004) return null;
          throw error;
        },
      ),
    retry: false,
    refetchInterval: pollEveryMs,
  });

/** How many nobody has opened yet. */
export const unreadOf = (notices: readonly Announcement[] | null | undefined): number =>
  notices?.filter(({ read }) => !read).length ?? 0;
