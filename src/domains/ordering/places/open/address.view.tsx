/** 地址码 on a phone. */
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { AddressPage } from './address.open.ts';

export default function Address({ data }: { data: AddressPage }) {
  return (
    <article className="op-card">
      <h1>{data.address}</h1>
      <p>
        {data.unit} · {data.area} · 配送费 {formatFenGrouped(data.feeFen)} 元
      </p>
      <dl className="op-facts">
        {data.meals.map((one) => (
          <div key={`${one.date}${one.meal}${one.restaurant}`}>
            <dt>
              {one.date.slice(5)} {one.meal}
            </dt>
            <dd>
              {one.restaurant}，{one.closes} 截止
            </dd>
          </div>
        ))}
      </dl>
      {data.meals.length === 0 ? <p>这几天没有可送到这里的餐。</p> : null}
      <p>在单位的订餐程序里选「配送」和本地址下单，或请前台代订。</p>
    </article>
  );
}
