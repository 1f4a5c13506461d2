/** 渠道账单 with the place to drop files above the list: many at once, each told what became of it. */
import { InboxOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { ApiError, post } from '../../../../kit/console/http/client.ts';
import { upload } from '../../../../kit/console/http/upload.ts';
import { Link } from '../../../../kit/console/nav/link.tsx';
import { afterWrite } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { type SlotProps, view } from '../../../../kit/console/view.ts';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { billKinds, channels } from '../bill-states.ts';
import type { TakenBill, TakenSheet } from '../taken.ts';
import './merchant_bill.css';

interface Dropped {
  key: number;
  name: string;
  /** Where it lies once it is sent: it can be read again. */
  fileKey?: string;
  says: string;
  sheets: TakenSheet[];
  failed: boolean;
}

const label = (choices: readonly { value: string; label: string }[], value: string) =>
  choices.find((one) => one.value === value)?.label ?? value;

function billSays(bill: TakenBill): string {
  const head = `${label(channels, bill.channel)} ${label(billKinds, bill.kind)} ${bill.day}，商户 ${bill.merchantNo}：${bill.lineCount} 笔，收 ${formatFenGrouped(bill.inFen)} 元，支 ${formatFenGrouped(bill.outFen)} 元`;
  if (bill.same) return `${head}。内容与已导入的第 ${bill.version} 版相同，没有改动`;
  const version =
    bill.version > 1
      ? `。第 ${bill.version} 版，新增 ${bill.added} 行、减少 ${bill.removed} 行、改变 ${bill.changed} 行`
      : '';
  if (bill.kind === 'FUND') return `${head}${version}`;
  const transit = bill.transit > 0 ? `，在途 ${bill.transit} 笔` : '';
  return bill.problems === 0
    ? `${head}${version}。全部核平${transit}`
    : `${head}${version}。相符 ${bill.matched} 笔${transit}，${bill.problems} 处差异已列入「异常交易记录」`;
}

const merchants = '/admin/platform/bill_merchant';

let serial = 0;

function DropZone({ path }: SlotProps) {
  const queries = useQueryClient();
  const [files, setFiles] = useState<readonly Dropped[]>([]);
  const say = (key: number, change: Partial<Dropped>) =>
    setFiles((list) => list.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const read = async (key: number, fileKey: string) => {
    say(key, { says: '正在读取与核对', sheets: [], failed: false });
    try {
      const { sheets } = await post<{ sheets: TakenSheet[] }>(path, 'take', { fileKey });
      say(key, { says: '', sheets, fileKey });
      await afterWrite(queries, path, []);
    } catch (error) {
      say(key, { says: error instanceof ApiError ? error.message : '没有收到结果，请重试', failed: true });
    }
  };
  const take = async (file: File) => {
    serial += 1;
    const key = serial;
    setFiles((list) => [{ key, name: file.name, says: '正在上传', sheets: [], failed: false }, ...list].slice(0, 50));
    try {
      const sent = await upload(
        file,
        (share) => say(key, { says: `正在上传 ${Math.round(share * 100)}%` }),
        undefined,
        'bill',
      );
      await read(key, sent.key);
    } catch (error) {
      say(key, { says: error instanceof ApiError ? error.message : '没有收到结果，请重试', failed: true });
    }
  };
  if (!can(path, 'take')) return null;
  return (
    <section className="mb-drop k-card" aria-label="导入渠道账单">
      <Upload.Dragger
        multiple
        showUploadList={false}
        accept=".csv,.gz,.zip,.xlsx,.txt"
        beforeUpload={(file) => {
          void take(file);
          return false;
        }}
      >
        <p className="mb-hint">
          <InboxOutlined aria-hidden /> 把账单文件拖到这里，或点击选择（可多选）
        </p>
        <p className="k-muted">
          微信「交易账单」「资金账单」、支付宝「业务明细」「账务明细」；zip、gz、csv、xlsx 原始文件，不要用表格软件另存
        </p>
      </Upload.Dragger>
      {files.length > 0 ? (
        <ul className="mb-files" aria-live="polite">
          {files.map((file) => (
            <li key={file.key}>
              <b>{file.name}</b>
              {file.says ? <div className={file.failed ? 'k-problem' : 'k-muted'}>{file.says}</div> : null}
              {file.sheets.flatMap((sheet) => [
                ...(sheet.refused
                  ? [
                      <div key={sheet.name} className="k-problem">
                        {sheet.refused}
                        {sheet.unknown && can(merchants, 'create') ? (
                          <>
                            {' '}
                            <Link to={{ path: `${merchants}/form`, query: { ...sheet.unknown } }} className="k-among">
                              登记商户号
                            </Link>
                          </>
                        ) : null}
                      </div>,
                    ]
                  : []),
                ...sheet.bills.map((bill) => (
                  <div key={bill.id} className={bill.problems > 0 ? 'mb-diff' : 'mb-even'}>
                    {billSays(bill)}
                  </div>
                )),
              ])}
              {file.fileKey && file.sheets.some(({ unknown }) => unknown) ? (
                <Button size="small" onClick={() => void read(file.key, file.fileKey!)}>
                  登记好了，再读一次
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

export default view({ slots: { aboveFilter: DropZone } });
