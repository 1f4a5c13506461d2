/** The dialog of 生成收款码: a code the diner scans; it waits for the channel and says when the money is there. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Modal, QRCode, Radio, Result } from 'antd';
import { useState } from 'react';
import { formatTime } from '../../../kit/console/clock.ts';
import { type ApiError, asRefusal, post } from '../../../kit/console/http/client.ts';
import { useFocusBack } from '../../../kit/console/screens/form/focus.ts';
import { newRequestKey } from '../../../kit/console/screens/form/request-key.ts';
import { afterWrite } from '../../../kit/console/screens/query-keys.ts';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import { RefSelect } from '../../../kit/console/widgets/ref-select.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';

interface Opened {
  id: number;
  orderNo: string;
  code: string;
  expiresAt: string;
  sandbox: boolean;
}

const askMs = 2_000;
const ended = new Set(['CREDITED', 'CLOSED', 'FAILED']);

function Waiting({ path, opened, amountFen }: { path: string; opened: Opened; amountFen: number }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const state = useQuery({
    queryKey: ['pay-state', path, opened.id],
    queryFn: async ({ signal }) => {
      const answer = await post<{ status: string }>(path, 'pay_state', { id: opened.id }, { signal, background: true });
      if (answer.status === 'CREDITED') afterWrite(client, path, [opened.id]);
      return answer;
    },
    refetchInterval: (query) => (ended.has(query.state.data?.status ?? '') ? false : askMs),
    retry: false,
  });
  const status = state.data?.status;
  if (status === 'CREDITED')
    return <Result status="success" title={`已到账 ${formatFenGrouped(amountFen)} 元`} subTitle={opened.orderNo} />;
  if (status === 'CLOSED' || status === 'FAILED')
    return <Result status="warning" title="订单已关闭，未收款" subTitle={opened.orderNo} />;
  return (
    <div style={{ display: 'grid', gap: 12, justifyItems: 'center' }}>
      <QRCode value={opened.code} size={220} aria-label="收款码" />
      <b style={{ fontSize: 24 }}>{formatFenGrouped(amountFen)} 元</b>
      <span className="k-muted">
        {opened.orderNo}，{formatTime(opened.expiresAt)} 前有效
      </span>
      {state.isError ? <Alert type="warning" showIcon title={state.error.message} /> : null}
      {opened.sandbox ? (
        <>
          <Alert type="info" showIcon title="演示渠道：没有真实扣款" />
          <Button
            loading={busy}
            onClick={async () => {
              setBusy(true);
              await post(path, 'sandbox_pay', { id: opened.id }, { requestKey: newRequestKey() }).catch(
                () => undefined,
              );
              await state.refetch();
              setBusy(false);
            }}
          >
            模拟支付成功
          </Button>
        </>
      ) : null}
    </div>
  );
}

export default function PayCodeDialog({ path, onClose }: { path: string; onClose: () => void }) {
  useFocusBack();
  const [personId, setPersonId] = useState<number | null>(null);
  const [amountFen, setAmountFen] = useState<number | string | null>(null);
  const [channel, setChannel] = useState('WECHAT');
  const [opened, setOpened] = useState<Opened>();
  const [refused, setRefused] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    setRefused(undefined);
    try {
      setOpened(
        await post<Opened>(path, 'pay_code', { personId, amountFen, channel }, { requestKey: newRequestKey() }),
      );
    } catch (error) {
      setRefused(asRefusal(error));
    } finally {
      setBusy(false);
    }
  };
  const item = (key: string) => ({
    validateStatus: refused?.fields[key] ? ('error' as const) : ('' as const),
    help: refused?.fields[key],
  });
  return (
    <Modal
      open
      title="生成收款码"
      width={460}
      onCancel={onClose}
      footer={
        opened ? (
          <Button onClick={onClose}>关闭</Button>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" loading={busy} onClick={() => void open()}>
              生成
            </Button>
          </>
        )
      }
    >
      {opened ? (
        <Waiting path={path} opened={opened} amountFen={typeof amountFen === 'number' ? amountFen : 0} />
      ) : (
        <Form labelCol={{ flex: '90px' }} colon={false}>
          {refused ? <Alert type="error" showIcon title={refused.message} style={{ marginBottom: 12 }} /> : null}
          <Form.Item label="充值人员" required {...item('personId')}>
            <RefSelect
              label="充值人员"
              source="/admin/organization/user"
              value={personId}
              onChange={(value) => setPersonId(value as number | null)}
              required
            />
          </Form.Item>
          <Form.Item label="充值金额" required {...item('amountFen')}>
            <MoneyInput label="充值金额" value={amountFen} onChange={setAmountFen} required />
          </Form.Item>
          <Form.Item label="渠道" {...item('channel')}>
            <Radio.Group
              aria-label="渠道"
              value={channel}
              onChange={(event) => setChannel(event.target.value as string)}
              options={[
                { value: 'WECHAT', label: '微信' },
                { value: 'ALIPAY', label: '支付宝' },
              ]}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}
