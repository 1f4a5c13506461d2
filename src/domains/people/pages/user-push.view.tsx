/** 人员下发: over the items stands which terminals have not got the newest card list, and the lost cards they still take. */
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Table } from 'antd';
import { useState } from 'react';
import { post } from '../../../kit/console/http/client.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import { type SlotProps, view } from '../../../kit/console/view.ts';
import { StatusTag } from '../../../kit/console/widgets/status-tag.tsx';
import { cardStatuses } from '../card-states.ts';
import type { DeviceList, MissingCard } from '../device-lists.ts';

const time = (at: string | null) => (at ? at.slice(0, 19).replace('T', ' ') : '从未');

function Missing({ path, device }: { path: string; device: DeviceList }) {
  const { data, isPending } = useQuery({
    queryKey: [...pageKey(path), 'missing', device.id, device.version],
    queryFn: () => post<MissingCard[]>(path, 'missing', { deviceId: device.id }),
  });
  return (
    <Table
      size="small"
      rowKey="version"
      loading={isPending}
      pagination={false}
      dataSource={data ?? []}
      columns={[
        { title: '卡号', dataIndex: 'cardNo' },
        { title: '姓名', dataIndex: 'name' },
        {
          title: '状态',
          dataIndex: 'status',
          render: (value: string) => <StatusTag value={value} choices={cardStatuses} />,
        },
        { title: '变更时间', dataIndex: 'changedAt', render: time },
      ]}
    />
  );
}

function Devices({ path, devices }: { path: string; devices: readonly DeviceList[] }) {
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={devices}
      expandable={{
        expandedRowRender: (device) => <Missing path={path} device={device} />,
        rowExpandable: (device) => device.unsafe > 0,
      }}
      columns={[
        { title: '设备', dataIndex: 'name' },
        { title: '部署点', dataIndex: 'site', render: (v: string | null) => v ?? '—' },
        {
          title: '联机',
          dataIndex: 'online',
          render: (v: boolean, d) => <span title={`最近心跳：${time(d.lastBeatAt)}`}>{v ? '在线' : '离线'}</span>,
        },
        { title: '名单版本', dataIndex: 'version', align: 'right', render: (v: number, d) => `${v} / ${d.current}` },
        { title: '未取变更', dataIndex: 'behind', align: 'right' },
        {
          title: '其中停用的卡',
          dataIndex: 'unsafe',
          align: 'right',
          render: (v: number) => (v > 0 ? <b className="k-negative">{v}</b> : v),
        },
        {
          title: '人脸',
          dataIndex: 'facesOk',
          align: 'right',
          render: (v: number, d) => (d.maxFaces === null ? v : `${v} / ${d.maxFaces}`),
        },
        { title: '待下发', dataIndex: 'pushesWaiting', align: 'right' },
        {
          title: '失败',
          dataIndex: 'pushesFailed',
          align: 'right',
          render: (v: number) => (v > 0 ? <b className="k-negative">{v}</b> : v),
        },
      ]}
    />
  );
}

function Versions({ path, rows }: SlotProps) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'devices', rows],
    queryFn: () => post<DeviceList[]>(path, 'devices', {}),
  });
  if (!data) return null;
  const behind = data.filter((d) => d.behind > 0);
  const unsafe = data.filter((d) => d.unsafe > 0);
  const current = data[0]?.current ?? 0;
  return (
    <>
      <Alert
        type={unsafe.length > 0 ? 'warning' : behind.length > 0 ? 'info' : 'success'}
        style={{ marginBottom: 12 }}
        title={
          data.length === 0
            ? '还没有使用中的设备'
            : behind.length === 0
              ? `${data.length} 台设备都已取得最新名单（版本 ${current}）`
              : `最新名单版本 ${current}：${behind.length} 台设备尚未取得${unsafe.length > 0 ? `，其中 ${unsafe.length} 台还不知道最近挂失、退卡或补换的卡` : ''}`
        }
        action={
          data.length > 0 ? (
            <Button size="small" onClick={() => setOpen(true)}>
              查看设备
            </Button>
          ) : undefined
        }
      />
      <Drawer title="各设备的名单与下发" open={open} onClose={() => setOpen(false)} size={880}>
        <p className="k-muted">
          名单在设备联机时自动同步；展开一行可看到该设备还不知道的停用卡。人脸与人员下发见列表。
        </p>
        <Devices path={path} devices={data} />
      </Drawer>
    </>
  );
}

export default view({ slots: { aboveTable: Versions } });
