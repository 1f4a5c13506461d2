/** Who is published on which screen: owners down, screens across; a screen's head leads to its layout, its address, its preview. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Empty, InputNumber, Modal, Skeleton, Tooltip } from 'antd';
import { useState } from 'react';
import { asRefusal, post } from '../../../../kit/console/http/client.ts';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { useDirty } from '../../../../kit/console/nav/use-tab.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import type { PageProps } from '../../../../kit/console/view.ts';
import { LinkDialog } from '../../../../kit/console/widgets/link-dialog.tsx';
import { ToneTag } from '../../../../kit/console/widgets/status-tag.tsx';
import type { LinkGrid } from '../read-links.ts';
import type { LinkSaid } from '../write-links.ts';
import { LayoutDialog } from './layout-dialog.tsx';
import './links.css';

type Screen = LinkGrid['screens'][number];

const docs = '/admin/organization/device_list/doc';
const same = (a: readonly LinkSaid[], b: readonly LinkSaid[]) => {
  const text = (list: readonly LinkSaid[]) =>
    list
      .map((one) => `${one.ownerId}/${one.deviceId}/${one.sort}`)
      .sort()
      .join();
  return text(a) === text(b);
};

function State({ screen }: { screen: Screen }) {
  return (
    <span className="dl-state">
      <ToneTag tone={screen.online ? 'success' : 'warning'} text={screen.online ? '在线' : '离线'} />
      <Link to={`${docs}?kind=SCREEN&deviceId=${screen.id}`}>
        {screen.current === null ? '未发布' : screen.current ? '已生效' : '待下发'}
      </Link>
    </span>
  );
}

export function LinkPage({ path, spec }: PageProps) {
  const queries = useQueryClient();
  const { data: grid, error } = useQuery({
    queryKey: [...pageKey(path), 'grid'],
    queryFn: ({ signal }) => post<LinkGrid>(path, 'grid', {}, { signal }),
    retry: false,
  });
  const [edited, setEdited] = useState<LinkSaid[]>();
  const [layout, setLayout] = useState<Screen>();
  const [address, setAddress] = useState<{ title: string; path: string; note: string }>();
  const [busy, setBusy] = useState(false);
  const links = edited ?? grid?.links ?? [];
  const dirty = edited !== undefined && grid !== undefined && !same(edited, grid.links);
  useDirty(dirty);
  const again = () => queries.invalidateQueries({ queryKey: pageKey(path) });
  const run = async (work: () => Promise<unknown>, done?: string) => {
    setBusy(true);
    try {
      await work();
      if (done) feedback().message.success(done);
      await again();
    } catch (problem) {
      feedback().message.error(asRefusal(problem).message);
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    run(async () => {
      await post(path, 'save', { links, digest: grid!.digest });
      setEdited(undefined);
    }, '已保存，屏幕一分钟内更新');
  const change = (ownerId: number, deviceId: number, sort: number | null) => {
    const others = links.filter((one) => one.ownerId !== ownerId || one.deviceId !== deviceId);
    setEdited(sort === null ? others : [...others, { ownerId, deviceId, sort }]);
  };
  const open = (screen: Screen) =>
    run(async () => {
      const { path: at } = await post<{ path: string }>(path, 'address', { deviceId: screen.id });
      const note = '在大屏的浏览器里打开即可，不用登录，每分钟更新；也可在这里预览。网址不要公开张贴，不用时可停用';
      setAddress({ title: `「${screen.name}」公示屏`, path: at, note });
    });
  const end = (screen: Screen) =>
    Modal.confirm({
      title: `停用「${screen.name}」的大屏网址？`,
      content: '用这个网址打开的浏览器随即不再显示；配对的公示屏终端不受影响。',
      okButtonProps: { danger: true },
      onOk: () => run(() => post(path, 'endAddress', { deviceId: screen.id }), '已停用'),
    });
  if (error) return <Empty description={`没有读出来：${error.message}`} />;
  if (!grid) return <Skeleton active className="k-waiting" paragraph={{ rows: 8 }} />;
  const may = can(path, 'save');
  return (
    <div className="k-page dl">
      <div className="dl-bar" role="toolbar" aria-label={spec.title}>
        <p>
          勾选在哪些屏幕上公示，数字是先后次序。已生效{' '}
          <b>
            {grid.screens.filter((one) => one.current).length}/{grid.screens.length}
          </b>{' '}
          块
        </p>
        {may ? (
          <Button type="primary" disabled={!dirty} loading={busy} onClick={save}>
            保存
          </Button>
        ) : null}
        {dirty ? <Button onClick={() => setEdited(undefined)}>放弃修改</Button> : null}
      </div>
      {grid.screens.length === 0 ? (
        <Empty description="还没有公示屏：由平台把公示屏设备分配给本单位，配对后在这里关联" />
      ) : (
        <section className="k-card dl-box" aria-label="公示对象与屏幕">
          <table className="dl-table">
            <thead>
              <tr>
                <th scope="col">公示对象</th>
                {grid.screens.map((screen) => (
                  <th key={screen.id} scope="col">
                    <span className="dl-screen">{screen.name}</span>
                    <small>{screen.place}</small>
                    <State screen={screen} />
                    <span className="dl-acts">
                      {can(path, 'layout') ? (
                        <Button size="small" type="link" onClick={() => setLayout(screen)}>
                          版式
                        </Button>
                      ) : null}
                      {can(path, 'address') ? (
                        <Tooltip title="浏览器大屏的网址，也用来预览">
                          <Button size="small" type="link" onClick={() => void open(screen)}>
                            预览/网址
                          </Button>
                        </Tooltip>
                      ) : null}
                      {screen.path && can(path, 'endAddress') ? (
                        <Button size="small" type="link" danger onClick={() => end(screen)}>
                          停用网址
                        </Button>
                      ) : null}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {grid.owners.map((owner) => (
                <tr key={owner.id}>
                  <th scope="row">
                    {owner.name}
                    <small>{owner.note}</small>
                  </th>
                  {grid.screens.map((screen) => {
                    const link = links.find((one) => one.ownerId === owner.id && one.deviceId === screen.id);
                    const label = `${owner.name} 在 ${screen.name}`;
                    return (
                      <td key={screen.id}>
                        <Checkbox
                          aria-label={label}
                          disabled={!may}
                          checked={link !== undefined}
                          onChange={({ target }) =>
                            change(owner.id, screen.id, target.checked ? grid.owners.indexOf(owner) : null)
                          }
                        />
                        {link && grid.owners.length > 1 ? (
                          <InputNumber
                            aria-label={`${label}的次序`}
                            size="small"
                            className="dl-sort"
                            min={0}
                            max={999}
                            precision={0}
                            disabled={!may}
                            value={link.sort}
                            onChange={(value) => change(owner.id, screen.id, value ?? 0)}
                          />
                        ) : null}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          {grid.owners.length === 0 ? <Empty description="还没有可公示的人员" /> : null}
        </section>
      )}
      {layout ? (
        <LayoutDialog
          screen={layout}
          onClose={() => setLayout(undefined)}
          onSave={(said) =>
            run(async () => {
              await post(path, 'layout', { deviceId: layout.id, ...said });
              setLayout(undefined);
            }, '已保存版式')
          }
        />
      ) : null}
      {address ? <LinkDialog link={address} onClose={() => setAddress(undefined)} /> : null}
    </div>
  );
}
