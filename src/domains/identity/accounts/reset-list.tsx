/** Passwords others made for one's account lately, so that none is forgotten once it was read. */
import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../../kit/console/clock.ts';
import { post } from '../../../kit/console/http/client.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import { resetState } from '../../../kit/console/session/matters.ts';
import type { ResetNotice } from '../../../kit/define/matters.ts';

export function ResetList({ path }: { path: string }) {
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'resets'],
    queryFn: ({ signal }) => post<ResetNotice[]>(path, 'reset_history', {}, { signal }),
  });
  if (!data?.length) return null;
  return (
    <section className="k-card ui-card" aria-labelledby="ui-resets">
      <h2 id="ui-resets">他人重置我的密码</h2>
      <ul className="ui-sessions">
        {data.map((one) => (
          <li key={one.id}>
            <span className="k-two-lines">
              <span>
                {formatTime(one.at)} · {one.by}
              </span>
              <small>
                {one.ip} · {resetState(one)}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
