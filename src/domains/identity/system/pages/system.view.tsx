/** 系统设置首页: what there is, and the way to each page of the system area. */
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { post } from '../../../../kit/console/http/client.ts';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { useAdmin } from '../../../../kit/console/session/admin.ts';
import { type PageProps, view } from '../../../../kit/console/view.ts';
import { StatCard } from '../../../../kit/console/widgets/stat-card.tsx';
import './system.css';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';

interface Summary {
  accounts: number;
  locked: number;
  sessions: number;
  menus: number;
  templates: number;
  failures: number;
}

function SystemHome({ path }: PageProps) {
  const { menus } = useAdmin();
  const { data, error } = useQuery({
    queryKey: [...pageKey(path), 'summary'],
    queryFn: ({ signal }) => post<Summary>(path, 'summary', {}, { signal }),
  });
  return (
    <div className="sy">
      {data ? (
        <div className="sy-stats">
          <StatCard title="正常账号" value={data.accounts} unit="个" to="/admin/system/admin" />
          <StatCard title="登录中的设备" value={data.sessions} unit="个" to="/admin/system/admin" />
          <StatCard title="24 小时登录失败" value={data.failures} unit="次" to="/admin/system/admin" />
          <StatCard title="锁定中" value={data.locked} unit="个" to="/admin/system/admin" />
          <StatCard title="启用的菜单" value={data.menus} unit="项" to="/admin/system/menu" />
          <StatCard title="角色模板" value={data.templates} unit="个" to="/admin/system/role" />
        </div>
      ) : error ? (
        <p className="k-problem" role="alert">
          概况没有读出来：{error.message}
        </p>
      ) : (
        <Skeleton active paragraph={{ rows: 2 }} title={false} />
      )}
      {menus.map((top) => (
        <section key={top.id} className="k-card sy-group" aria-labelledby={`sy-${top.id}`}>
          <h2 id={`sy-${top.id}`}>{top.name}</h2>
          <ul>
            {(top.children ?? [])
              .flatMap((child) => child.children ?? [])
              .map((item) => (
                <li key={item.id}>
                  <Link to={item.url ?? ''}>{item.name}</Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

export default view({ page: SystemHome });
