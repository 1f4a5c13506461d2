/** The notice of a subscription bill that falls due: what it is made of, until when, and the way to settle it. */
import { Modal } from 'antd';
import { clock, formatDate, formatTime } from '../clock.ts';
import { openTab } from '../nav/tabs-store.ts';
import { isOverdue, percentText, type SubscriptionNotice, subscribeTypeText } from '../session/subscription.ts';

const yuan = (amount: number | string) =>
  Number(amount).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

interface Props {
  notice: SubscriptionNotice;
  settlementPath: string;
  onClose(): void;
}

export default function SubscriptionDialog({ notice, settlementPath, onClose }: Props) {
  const facts: [string, string][] = [
    ['订阅方', notice.contractor?.name ?? ''],
    ['订阅服务', notice.name],
    ['订阅方式', subscribeTypeText(notice.subscribeType)],
    ['服务费比例', percentText(notice.serviceFeeRatio)],
    ['计费时段', `${formatDate(notice.orderCalcStartTime)} 至 ${formatDate(notice.orderCalcEndTime)}`],
    ['账单金额（元）', yuan(notice.amount)],
    ['缴费截止', formatTime(notice.nextTradeTime)],
  ];
  return (
    <Modal
      open
      title="订阅账单提醒"
      width={480}
      okText="去结算"
      cancelText="稍后处理"
      onOk={() => {
        onClose();
        openTab({ path: settlementPath, query: { orderid: notice.orderid } });
      }}
      onCancel={onClose}
    >
      <dl className="oc-facts" data-part="subscription">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="oc-warning">
        {isOverdue(notice, clock.now())
          ? '账单已超过缴费截止时间，商超账号已被冻结，缴清后恢复。'
          : '超过缴费截止时间仍未缴费，商超账号将被冻结。'}
      </p>
    </Modal>
  );
}
