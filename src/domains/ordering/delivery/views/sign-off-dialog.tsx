/** The sheet of an area comes back: everything arrived unless portions are said to be missing. */
import { App, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { CarriedOrder } from '../read-delivery.ts';
import type { SignedOff } from '../sign-off.ts';

interface Props {
  /** Page whose right it takes. */
  path: string;
  title: string;
  orders: readonly CarriedOrder[];
  onDone: () => void;
  onClose: () => void;
}

export function SignOffDialog({ path, title, orders, onDone, onClose }: Props) {
  const { modal, message } = App.useApp();
  const [short, setShort] = useState<ReadonlyMap<number, number>>(new Map());
  const [busy, setBusy] = useState(false);
  const lacking = [...short.values()].reduce((sum, qty) => sum + qty, 0);
  const send = async () => {
    setBusy(true);
    try {
      const missing = orders.flatMap((order) =>
        order.lines.flatMap(({ itemId }) => {
          const qty = short.get(itemId) ?? 0;
          return qty > 0 ? [{ orderId: order.id, itemId, qty }] : [];
        }),
      );
      const done = await post<SignedOff>(path, 'signOff', { ids: orders.map((order) => order.id), missing });
      onDone();
      const told = `签收 ${done.delivered} 单${done.short > 0 ? `，缺份 ${done.short} 单，退回 ${formatFenGrouped(done.backFen)} 元` : ''}`;
      if (done.refused.length === 0) message.success(told);
      else
        modal.warning({
          title: `${told}，${done.refused.length} 单没有签收`,
          content: done.refused.map(({ orderNo, why }) => <p key={orderNo}>{why}</p>),
        });
    } catch (error) {
      message.error((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={640}
      title={title}
      okText={lacking > 0 ? `签收，缺 ${lacking} 份` : '全部送到，签收'}
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p className="k-help">没有送到的，在「缺」里填份数：缺的退回金额，全缺的取消订单；其余按已就餐入账。</p>
      <table className="dv-missing">
        <thead>
          <tr>
            <th scope="col">姓名</th>
            <th scope="col">菜品</th>
            <th scope="col">份数</th>
            <th scope="col">缺</th>
          </tr>
        </thead>
        <tbody>
          {orders.flatMap((order) =>
            order.lines.map((line) => (
              <tr key={line.itemId}>
                <td>{order.personName}</td>
                <td>{line.name}</td>
                <td>{line.qty}</td>
                <td>
                  <InputNumber
                    aria-label={`${order.personName} ${line.name} 缺`}
                    size="small"
                    min={0}
                    max={line.qty}
                    precision={0}
                    value={short.get(line.itemId) ?? 0}
                    onChange={(qty) => setShort(new Map(short).set(line.itemId, qty ?? 0))}
                  />
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </Modal>
  );
}
