/** Withdrawing a published meal: first what its orders would lose, then why. */
import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { Withdrawal } from '../withdrawal.ts';

function Told({ orders, people, portions, heldFen, laterFen }: Withdrawal) {
  if (orders === 0) return <Alert type="info" showIcon title="还没有人订这一餐，撤回后可修改再发布" />;
  return (
    <Alert
      type="warning"
      showIcon
      title={`将取消 ${orders} 张订单，退回 ${formatFenGrouped(heldFen)} 元`}
      description={
        <>
          涉及 {people} 人、{portions} 份，冻结的钱各回原账户
          {laterFen > 0 ? `；另有月结未扣的 ${formatFenGrouped(laterFen)} 元不再计费` : ''}
          。撤回后一分钟内全部取消，不能恢复；下面的原因会写在每张订单上。
        </>
      }
    />
  );
}

export function WithdrawDialog({
  path,
  menuId,
  date,
  onOk,
  onClose,
}: {
  path: string;
  menuId: number;
  date: string;
  onOk(reason: string): Promise<void>;
  onClose(): void;
}) {
  const [reason, setReason] = useState('');
  const { data, error } = useQuery({
    queryKey: ['menu-withdrawal', path, menuId],
    queryFn: ({ signal }) => post<Withdrawal>(path, 'withdrawLook', { ids: [menuId] }, { signal }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal
      open
      title={`撤回 ${date} 的菜谱`}
      okText={data && data.orders > 0 ? `撤回并取消 ${data.orders} 单` : '撤回'}
      okButtonProps={{ danger: true, disabled: !data || reason.trim().length < 2 }}
      onOk={() => onOk(reason.trim())}
      onCancel={onClose}
    >
      <div className="mw-form">
        {error ? <Alert type="error" showIcon title={error.message} /> : null}
        {!data && !error ? <Skeleton active paragraph={{ rows: 1 }} /> : null}
        {data ? <Told {...data} /> : null}
        <Input
          aria-label="撤回原因"
          placeholder="撤回原因"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  );
}
