/** 对账单 on a supplier's phone: what came and went by receipt, and his word on the sum. */
import { useState } from 'react';
import { formatTime } from '../../../../kit/console/clock.ts';
import { sayOpen } from '../../../../kit/console/open/say-open.ts';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import statement, { type StatementPage } from './statement.open.ts';

export default function SupplierStatement({ data }: { data: StatementPage }) {
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [told, setTold] = useState<{ ok: boolean; text: string }>();
  const [busy, setBusy] = useState(false);
  const say = async (agrees: boolean) => {
    setBusy(true);
    const problem = await sayOpen(statement, { agrees, name, note });
    setBusy(false);
    setTold(
      problem === null
        ? { ok: true, text: agrees ? '已确认，采购方会看到。' : '异议已送出，采购方核对后再请您确认。' }
        : { ok: false, text: problem },
    );
  };
  const closed = data.closed !== null || told?.ok === true;
  return (
    <article className="op-card">
      <h1>
        {data.caterer} · 对账单 {data.statementNo}
      </h1>
      <p>
        {data.supplier}，{data.month.slice(0, 7)}（截至 {data.until}）
      </p>
      <p className="op-amount">应付 {formatFenGrouped(data.amountFen)} 元</p>
      <p>
        验收 {formatFenGrouped(data.receivedFen)} 元，退货 {formatFenGrouped(data.returnedFen)} 元。有疑问请联系{' '}
        {data.contact} <a href={`tel:${data.phone}`}>{data.phone}</a>
      </p>
      <dl className="op-facts">
        {data.lines.map((line) => (
          <div key={line.receiptNo}>
            <dt>
              {line.acceptedOn} {line.orderNo ?? line.receiptNo}
            </dt>
            <dd>
              {formatFenGrouped(line.receivedFen)}
              {line.returnedFen === 0 ? '' : ` − 退 ${formatFenGrouped(line.returnedFen)}`}
            </dd>
          </div>
        ))}
      </dl>
      {data.closed ? (
        <p className={data.theirAt ? undefined : 'op-void'} role="status">
          {data.closed}
          {data.theirAt
            ? `（${data.theirName} ${formatTime(data.theirAt)}${data.theirNote ? `：${data.theirNote}` : ''}）`
            : ''}
        </p>
      ) : null}
      {closed ? null : (
        <form onSubmit={(event) => event.preventDefault()}>
          <fieldset className="op-lines" disabled={busy}>
            <section className="op-line" aria-label="确认">
              <label>
                您的姓名
                <input value={name} maxLength={20} required onChange={(event) => setName(event.target.value)} />
              </label>
              <label>
                备注
                <input
                  value={note}
                  maxLength={200}
                  placeholder="哪一张、差多少"
                  onChange={(event) => setNote(event.target.value)}
                />
              </label>
            </section>
            <button type="button" onClick={() => void say(true)}>
              确认无误
            </button>
            <button type="button" className="op-second" onClick={() => void say(false)}>
              有异议
            </button>
          </fieldset>
        </form>
      )}
      {told ? (
        <p className={told.ok ? undefined : 'op-void'} role={told.ok ? 'status' : 'alert'}>
          {told.text}
        </p>
      ) : null}
    </article>
  );
}
