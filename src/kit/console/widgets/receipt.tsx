/** A receipt on a till slip (58 or 80 mm) and its preview on the screen. */
import { Button, Modal } from 'antd';
import { ApiError } from '../http/client.ts';
import { feedback } from '../shell/feedback.tsx';
import { addressOf } from './address-of.ts';
import { Barcode, QrCode } from './code-image.tsx';
import { localPrinter, sendToLocalPrinter } from './local-printer.ts';
import { type DocumentTable, PaperDocument, paperOf } from './paper-document.tsx';
import { printNode } from './print.tsx';
import { slipWidth } from './slip-width.ts';
import { usePicture } from './use-picture.ts';
import './widgets.css';

/** Sheets the screen shows before printing: hundreds of them would take it longer than whoever looks reads them. */
const shownSheets = 20;

/** What an action answers when it shows a receipt. */
export interface ReceiptData {
  title: string;
  lines: readonly (readonly [label: string, value: string])[];
  footer?: string;
  /** Printed as a barcode, so that the desk finds the document by scanner. */
  code?: string;
  /** Path of its electronic form, printed as a QR code of the whole address. */
  link?: string;
  /** Text printed as a QR code for scanners. */
  qr?: string;
  /** Key of the picture of who signed it. */
  signature?: string;
  /** Tables of a document on A4, each beginning a sheet of its own; without them it is a slip. */
  sheets?: readonly DocumentTable[];
}

/** `signed` is the address of the signature's picture. */
export function Receipt({ receipt, signed }: { receipt: ReceiptData; signed?: string | undefined }) {
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
      {signed ? <img className="k-signed" alt="签字" src={signed} /> : null}
      {receipt.qr ? (
        <figure className="k-slip-link">
          <QrCode text={receipt.qr} size={180} label={`${receipt.title}二维码`} />
        </figure>
      ) : null}
      {receipt.code ? <Barcode text={receipt.code} /> : null}
      {receipt.link ? (
        <figure className="k-slip-link">
          <QrCode text={addressOf(receipt.link)} size={112} label="电子凭条二维码" />
          <figcaption>{receipt.link.startsWith('/admin/') ? '扫码打开单据' : '扫码查看电子凭条'}</figcaption>
        </figure>
      ) : null}
      {receipt.footer ? <p>{receipt.footer}</p> : null}
    </section>
  );
}

/** Prints a receipt at till width: by the program beside this machine's printer, else by the browser. */
export async function printReceipt(receipt: ReceiptData, signed?: string): Promise<void> {
  if (receipt.sheets) {
    printNode(<PaperDocument paper={receipt} sheets={receipt.sheets} />, paperOf(receipt));
    return;
  }
  const address = localPrinter();
  if (address !== undefined) {
    try {
      await sendToLocalPrinter(receipt, address);
      feedback().message.success('小票已送到本机打印程序');
      return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      feedback().message.warning(`${error.message}，改用浏览器打印`);
    }
  }
  printNode(<Receipt receipt={receipt} signed={signed} />, `size: ${slipWidth()}mm auto; margin: 2mm`);
}

export function ReceiptDialog({ receipt, onClose }: { receipt: ReceiptData | null; onClose: () => void }) {
  const signed = usePicture(receipt?.signature);
  return (
    <Modal
      open={receipt !== null}
      title={receipt?.title}
      width={receipt?.sheets ? 860 : 340}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" onClick={() => receipt && void printReceipt(receipt, signed)}>
            打印
          </Button>
        </>
      }
    >
      {receipt?.sheets ? <PaperDocument paper={receipt} sheets={receipt.sheets.slice(0, shownSheets)} /> : null}
      {receipt?.sheets && receipt.sheets.length > shownSheets ? (
        <p>
          这里是前 {shownSheets} 张，打印时全部 {receipt.sheets.length} 张。
        </p>
      ) : null}
      {receipt && !receipt.sheets ? <Receipt receipt={receipt} signed={signed} /> : null}
    </Modal>
  );
}
