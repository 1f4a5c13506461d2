/** 采购单 on a supplier's phone: each line with what he brings, then one button. */
import { type FormEvent, useState } from 'react';
import { formatTime } from '../../../../kit/console/clock.ts';
import { sayOpen } from '../../../../kit/console/open/say-open.ts';
import { formatFenGrouped, formatFenPlain, parseFen } from '../../../../kit/define/fen.ts';
import order, { type OrderLine, type OrderPage } from './order.open.ts';

/** What stands in the inputs of one line, by their names. */
const said = (form: FormData, { purchaseId }: OrderLine) => {
  const of = (key: string) => String(form.get(`${key}-${purchaseId}`) ?? '');
  return {
    purchaseId,
    qty: Number(of('qty')),
    priceFen: parseFen(of('price')),
    lotNo: of('lot'),
    producedOn: of('produced'),
    expiresOn: of('expires'),
    note: of('note'),
  };
};

export default function SupplyOrder({ data }: { data: OrderPage }) {
  const [told, setTold] = useState<{ ok: boolean; text: string }>();
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const problem = await sayOpen(order, { lines: data.lines.map((line) => said(form, line)) });
    setBusy(false);
    setTold(
      problem === null ? { ok: true, text: '已确认，采购方会看到。送货前还可以再改。' } : { ok: false, text: problem },
    );
  };
  return (
    <article className="op-card">
      <h1>
        {data.caterer} · 采购单 {data.orderNo}
      </h1>
      <p>
        {data.supplier}，{data.deliveryDate} 送到 {data.place}
        {data.address ? `（${data.address}）` : ''}，合计 {formatFenGrouped(data.amountFen)} 元
      </p>
      <p>
        下单人 {data.buyer} <a href={`tel:${data.phone}`}>{data.phone}</a>
      </p>
      {data.closed ? (
        <p className="op-void" role="alert">
          {data.closed}，不能再确认
        </p>
      ) : data.confirmedAt ? (
        <p>已于 {formatTime(data.confirmedAt)} 确认，可以再改</p>
      ) : (
        <p>请逐项确认数量与单价；批号和日期填了，验收时不用再抄。</p>
      )}
      <form onSubmit={(event) => void send(event)}>
        <fieldset className="op-lines" disabled={data.closed !== null || busy}>
          {data.lines.map((line) => (
            <Line key={line.purchaseId} line={line} />
          ))}
          {data.closed ? null : <button type="submit">确认</button>}
        </fieldset>
        {told ? (
          <p className={told.ok ? undefined : 'op-void'} role={told.ok ? 'status' : 'alert'}>
            {told.text}
          </p>
        ) : null}
      </form>
    </article>
  );
}

function Line({ line }: { line: OrderLine }) {
  const name = (key: string) => `${key}-${line.purchaseId}`;
  return (
    <section className="op-line" aria-label={line.goods}>
      <h2>
        {line.goods}
        {line.spec ? `（${line.spec}）` : ''}
        <small>
          订 {line.ordered} {line.unit} × {formatFenGrouped(line.priceFen)}
        </small>
      </h2>
      <label>
        可送（{line.unit}）
        <input
          name={name('qty')}
          type="number"
          inputMode="decimal"
          min={0}
          max={line.ordered}
          step="any"
          required
          defaultValue={line.qty}
        />
      </label>
      <label>
        单价（元）
        <input
          name={name('price')}
          type="text"
          inputMode="decimal"
          required
          defaultValue={formatFenPlain(line.saidFen)}
        />
      </label>
      <label>
        批号
        <input name={name('lot')} maxLength={40} defaultValue={line.lotNo} />
      </label>
      <label>
        生产日期
        <input name={name('produced')} type="date" defaultValue={line.producedOn ?? ''} />
      </label>
      <label>
        到期日期
        <input name={name('expires')} type="date" defaultValue={line.expiresOn ?? ''} />
      </label>
      <label>
        备注
        <input name={name('note')} maxLength={60} defaultValue={line.note} />
      </label>
    </section>
  );
}
