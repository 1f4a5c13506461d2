/** 核对渠道账单: a drawer where a bill is uploaded, with what was found and the bills checked before. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Empty, Segmented, Table } from 'antd';
import { useState } from 'react';
import { formatTime } from '../../../kit/console/clock.ts';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { upload } from '../../../kit/console/http/upload.ts';
import { newRequestKey } from '../../../kit/console/screens/form/request-key.ts';
import { afterWrite, pageKey } from '../../../kit/console/screens/query-keys.ts';
import { can } from '../../../kit/console/session/can.ts';
import type { SlotProps } from '../../../kit/console/view.ts';
import { DownloadButton } from '../../../kit/console/widgets/download-button.tsx';
import { FileButton } from '../../../kit/console/widgets/file-button.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { StatusTag } from '../../../kit/console/widgets/status-tag.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { PayChannel } from '../pay/provider.ts';
import { channelNames } from '../pay/provider.ts';
import { type BillResult, type Finding, findingKinds } from './findings.ts';
import './bill.css';

type Head = Omit<BillResult, 'findings'> & {
  id: number;
  channel: PayChannel;
  filename: string;
  from: string;
  to: string;
  operatorName: string;
  at: string;
};

const daysOf = ({ from, to }: Head) => (from === to ? from : `${from} 至 ${to}`);
const pageSize = 50;

function Figure({ title, count, fen, bad }: { title: string; count: number; fen?: number; bad?: boolean }) {
  return (
    <div>
      <small>{title}</small>
      <b className={bad && count > 0 ? 'k-negative' : ''}>{count} 笔</b>
      <span className="k-muted">{fen === undefined ? '未改动任何账目' : `${formatFenGrouped(fen)} 元`}</span>
    </div>
  );
}

const money = (fen: number | null) => (fen === null ? <span className="k-muted">—</span> : <MoneyText fen={fen} />);

function Findings({ findings }: { findings: readonly Finding[] }) {
  const [kind, setKind] = useState('ALL');
  const present = findingKinds.filter((k) => findings.some((f) => f.kind === k.value));
  const shown = kind === 'ALL' ? findings : findings.filter((f) => f.kind === kind);
  return (
    <>
      <Segmented
        aria-label="结果"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'ALL', label: `全部 ${findings.length}` },
          ...present.map((k) => ({
            value: k.value as string,
            label: `${k.label} ${findings.filter((f) => f.kind === k.value).length}`,
          })),
        ]}
      />
      <Table<Finding>
        size="small"
        rowKey={(f) => `${f.kind}:${f.refund}:${f.rowNo}:${f.no}`}
        dataSource={[...shown]}
        pagination={{ pageSize, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
        scroll={{ x: 980 }}
        columns={[
          {
            title: '结果',
            dataIndex: 'kind',
            width: 108,
            render: (value: string) => <StatusTag choices={findingKinds} value={value} />,
          },
          {
            title: '单号 / 渠道流水号',
            width: 280,
            render: (_, f) => (
              <>
                <div>
                  {f.refund ? '退款 ' : ''}
                  {f.no}
                </div>
                <div className="k-muted bc-number">{f.channelNo}</div>
              </>
            ),
          },
          { title: '姓名', dataIndex: 'personName', width: 90, render: (name: string) => name || '—' },
          { title: '账单（元）', dataIndex: 'billFen', align: 'right', width: 100, render: money },
          { title: '本系统（元）', dataIndex: 'ourFen', align: 'right', width: 110, render: money },
          {
            title: '说明',
            render: (_, f) => (
              <>
                <div>{f.why}</div>
                <div className="k-muted">
                  {f.rowNo === null ? '' : `账单第 ${f.rowNo} 行，`}
                  {formatTime(f.at)}
                </div>
              </>
            ),
          },
        ]}
      />
    </>
  );
}

function Result({ path, id, onBack }: { path: string; id: number; onBack: () => void }) {
  const { data, error } = useQuery({
    queryKey: [...pageKey(path), 'bill_found', id],
    queryFn: ({ signal }) =>
      post<Head & { findings: Finding[]; findingCount: number }>(path, 'bill_found', { id }, { signal }),
  });
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return null;
  const agreed = data.problemCount === 0;
  return (
    <div className="bc">
      <div className="bc-head">
        <b>
          {channelNames[data.channel]} {daysOf(data)}
        </b>
        <span className="k-muted">
          {data.filename}，{data.operatorName} {formatTime(data.at)} 核对
        </span>
        <span className="bc-buttons">
          <Button onClick={onBack}>核对另一份</Button>
          <DownloadButton disabled={data.findings.length === 0} url={`${path}/bill_sheet`} body={{ id: data.id }}>
            下载差异
          </DownloadButton>
        </span>
      </div>
      <div className="bc-figures">
        <Figure title="收款一致" count={data.matchedCount} fen={data.matchedFen} />
        <Figure title="退款一致" count={data.refundMatchedCount} fen={data.refundMatchedFen} />
        <Figure title="本次补入账" count={data.creditedCount} fen={data.creditedFen} />
        <Figure title="待处理" count={data.problemCount} bad />
      </div>
      {data.otherCount > 0 ? (
        <p className="k-help">账单中另有 {data.otherCount} 笔属于同一商户号下的其他单位，未列出。</p>
      ) : null}
      <Alert
        type={agreed ? 'success' : 'warning'}
        showIcon
        title={
          agreed
            ? '账单与本系统一致'
            : `有 ${data.problemCount} 笔与本系统不一致，只列出、不改账；处理后可再次上传同一份账单`
        }
      />
      {data.findingCount > data.findings.length ? (
        <p className="k-help">
          {`共 ${data.findingCount.toLocaleString('zh-CN')} 条，这里列出前 ${data.findings.length.toLocaleString('zh-CN')} 条，全部请下载差异。`}
        </p>
      ) : null}
      {data.findings.length > 0 ? <Findings findings={data.findings} /> : null}
    </div>
  );
}

function Before({ path, onOpen }: { path: string; onOpen: (id: number) => void }) {
  const { data, isPending } = useQuery({
    queryKey: [...pageKey(path), 'bill_checks'],
    queryFn: ({ signal }) => post<Head[]>(path, 'bill_checks', {}, { signal }),
  });
  return (
    <Table<Head>
      size="small"
      rowKey="id"
      loading={isPending}
      dataSource={data ?? []}
      pagination={false}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有核对过账单" /> }}
      columns={[
        { title: '账单日期', width: 190, render: (_, head) => daysOf(head) },
        { title: '渠道', dataIndex: 'channel', width: 90, render: (value: PayChannel) => channelNames[value] },
        {
          title: '一致',
          align: 'right',
          width: 80,
          render: (_, head) => `${head.matchedCount + head.refundMatchedCount} 笔`,
        },
        { title: '补入账', dataIndex: 'creditedCount', align: 'right', width: 80, render: (n: number) => `${n} 笔` },
        {
          title: '待处理',
          dataIndex: 'problemCount',
          align: 'right',
          width: 80,
          render: (n: number) => <span className={n > 0 ? 'k-negative' : ''}>{n} 笔</span>,
        },
        { title: '核对', render: (_, head) => `${head.operatorName} ${formatTime(head.at)}` },
        {
          title: '操作',
          width: 70,
          render: (_, head) => (
            <button type="button" className="k-link" onClick={() => onOpen(head.id)}>
              打开
            </button>
          ),
        },
      ]}
    />
  );
}

function Upload({ path, onChecked }: { path: string; onChecked: (id: number) => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { key } = await upload(file, undefined, undefined, 'import');
      const { id } = await post<{ id: number }>(path, 'bill_check', { fileKey: key }, { requestKey: newRequestKey() });
      await afterWrite(client, path, []);
      onChecked(id);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '上传失败，请重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="bc-upload">
      <FileButton
        type="primary"
        label="账单文件"
        accept=".csv,.txt,.xlsx"
        loading={busy}
        onFile={(file) => void take(file)}
      >
        选择账单文件
      </FileButton>
      <p className="k-help">
        {'微信支付商户平台的「交易账单」，或支付宝的「业务明细」（压缩包先解开），原始文件直接上传，不要用表格软件另存。' +
          '渠道已收款而未入账的订单按账单补入账，每个渠道流水号只入账一次；账单有而本系统未完成的退款，按退款单号向渠道查询一次；其余差异只列出，不改账。'}
      </p>
      {problem ? <Alert type="error" showIcon title={problem} /> : null}
    </div>
  );
}

export function BillCheck({ path }: SlotProps) {
  const [shown, setShown] = useState(false);
  const [id, setId] = useState<number>();
  if (!can(path, 'bill_check')) return null;
  return (
    <>
      <Button onClick={() => setShown(true)}>核对渠道账单</Button>
      <Drawer
        open={shown}
        title="核对渠道账单"
        size={1080}
        destroyOnHidden
        onClose={() => {
          setShown(false);
          setId(undefined);
        }}
      >
        {id === undefined ? (
          <div className="bc">
            <Upload path={path} onChecked={setId} />
            <h2 className="bc-title">最近核对</h2>
            <Before path={path} onOpen={setId} />
          </div>
        ) : (
          <Result path={path} id={id} onBack={() => setId(undefined)} />
        )}
      </Drawer>
    </>
  );
}
