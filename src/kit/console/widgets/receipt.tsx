/** A receipt on a till slip (58 mm) and its preview on the screen. */
import { Button, Modal } from 'antd';
import { printNode } from './print.tsx';
import './widgets.css';

/** What an action answers when it shows a receipt. */
export interface ReceiptData {
  title: string;
  lines: readonly (readonly [label: string, value: string])[];
  footer?: string;
}

export function Receipt({ receipt }: { receipt: ReceiptData }) {
  return (
    <section className="k-receipt" aria-label={receipt.title}>
      <h2>{receipt.title}</h2>
      <dl>
        {receipt.lines.map(([label, value], i) => (
          <div key={i}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {receipt.footer ? <p>{receipt.footer}</p> : null}
    </section>
  );
}

/** Prints a receipt at till width. */
export function printReceipt(receipt: ReceiptData): void {
  printNode(<Receipt receipt={receipt} />, 'size: 58mm auto; margin: 2mm');
}

export function ReceiptDialog({ receipt, onClose }: { receipt: ReceiptData | null; onClose: () => void }) {
  return (
    <Modal
      open={receipt !== null}
      title={receipt?.title}
      width={340}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" onClick={() => receipt && printReceipt(receipt)}>
            打印
          </Button>
        </>
      }
    >
      {receipt ? <Receipt receipt={receipt} /> : null}
    </Modal>
  );
}
