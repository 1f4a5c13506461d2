/** A delivery sheet of one area: portions per dish, a bag per address with its orders, and room for the signatures. */
import { portionsOf } from '../portions.ts';
import type { CarriedAddress, CarriedArea, CarriedOrder } from '../read-delivery.ts';
import './delivery.css';

const dishText = (dishes: readonly { name: string; qty: number }[]) =>
  dishes.map(({ name, qty }) => `${name}×${qty}`).join('、');

const portionsIn = (orders: readonly CarriedOrder[]) => orders.reduce((sum, order) => sum + order.portions, 0);

function Bag({ address }: { address: CarriedAddress }) {
  const { orders } = address;
  const departments = [...Map.groupBy(orders, (order) => order.departmentName)];
  return (
    <table>
      <caption>
        <b>{address.name}</b> {address.place && address.place !== address.name ? address.place : ''}　{orders.length} 单{' '}
        {portionsIn(orders)} 份：{dishText(portionsOf(orders))}
      </caption>
      <thead>
        <tr>
          <th scope="col">部门</th>
          <th scope="col">姓名</th>
          <th scope="col">取餐码</th>
          <th scope="col">菜品</th>
          <th scope="col" className="k-print-right">
            份数
          </th>
          <th scope="col">备注</th>
          <th scope="col">签收</th>
        </tr>
      </thead>
      <tbody>
        {departments.map(([department, own]) =>
          own.map((order, i) => (
            <tr key={order.id}>
              {i === 0 ? <td rowSpan={own.length}>{department || '—'}</td> : null}
              <td>{order.personName}</td>
              <td className="dv-code">{order.code ?? ''}</td>
              <td>{dishText(order.lines)}</td>
              <td className="k-print-right">{order.portions}</td>
              <td>
                {order.allergyNote ? <b>{order.allergyNote}</b> : null}
                {order.allergyNote && order.remark ? '；' : ''}
                {order.remark}
              </td>
              <td>{order.status === 'EATEN' ? '已签收' : ''}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

export function AreaSheet({
  area,
  unit,
  title,
  printed,
}: {
  area: CarriedArea;
  unit: string;
  title: string;
  printed: string;
}) {
  const orders = area.addresses.flatMap((address) => address.orders);
  return (
    <section className="k-sheet dv-sheet">
      <h1>
        配送单 {title}　{area.name}
      </h1>
      <p>
        {unit}　负责人 {area.manager || '________'} {area.phone}　{area.addresses.length} 个地址　{orders.length} 单　共{' '}
        <b className="dv-total">{portionsIn(orders)} 份</b>
      </p>
      <p>
        菜品合计：<b>{dishText(portionsOf(orders))}</b>
      </p>
      {area.addresses.map((address) => (
        <Bag key={address.addressId} address={address} />
      ))}
      <p className="k-print-foot">
        打印时间 {printed}　交接时间 ________　厨房交出 ____________　配送接收 ____________　缺 ____ 份
      </p>
    </section>
  );
}
