/** The kitchen's sheet: heads in large figures, dishes with portions and allergens, food-stuffs in kilograms. */
import { labelIn } from '../../../../kit/define/states.ts';
import { allergens } from '../../../people/public.ts';
import { classLabel } from '../../nutrition/food-classes.ts';
import { bases } from '../portions.ts';
import type { KitchenDish, KitchenSheet } from '../read-kitchen.ts';
import './sheet.css';

/** 12.35 千克; small amounts in grams. */
const weightText = (grams: number): string =>
  grams < 1000 ? `${Math.round(grams).toLocaleString('en-US')} 克` : `${(grams / 1000).toFixed(2)} 千克`;

function Kinds({ dish, careful }: { dish: KitchenDish; careful: ReadonlyMap<string, number> }) {
  if (dish.allergens === null) return <>未申报</>;
  return (
    <>
      {dish.allergens.map((one, i) => {
        const people = careful.get(one);
        const text = labelIn(allergens, one);
        return (
          <span key={one}>
            {i > 0 ? '、' : ''}
            {people ? (
              <b>
                {text}（{people} 人过敏）
              </b>
            ) : (
              text
            )}
          </span>
        );
      })}
      {dish.allergens.length === 0 ? '无' : null}
    </>
  );
}

function Dishes({ sheet }: { sheet: KitchenSheet }) {
  const careful = new Map(sheet.careful.map((one) => [one.allergen, one.people]));
  return (
    <table>
      <caption>菜品</caption>
      <thead>
        <tr>
          <th scope="col">菜品</th>
          <th scope="col">分类</th>
          <th scope="col" className="k-print-right">
            计划
          </th>
          <th scope="col" className="k-print-right">
            已订
          </th>
          <th scope="col" className="k-print-right">
            备餐份数
          </th>
          <th scope="col">过敏原</th>
          <th scope="col">厨师</th>
          <th scope="col">留样</th>
          <th scope="col">备注</th>
        </tr>
      </thead>
      <tbody>
        {sheet.dishes.map((dish) => (
          <tr key={dish.id}>
            <th scope="row">{dish.name}</th>
            <td>{dish.typeName}</td>
            <td className="k-print-right">{dish.planQty}</td>
            <td className="k-print-right">
              {dish.orderedQty}
              {dish.deliveredQty > 0 ? <small>（送 {dish.deliveredQty}）</small> : null}
            </td>
            <td className="k-print-right kt-qty">{dish.qty}</td>
            <td>
              <Kinds dish={dish} careful={careful} />
            </td>
            <td>{dish.cookName}</td>
            <td>{dish.needSample ? '□' : ''}</td>
            <td>{[dish.stopped ? '停售或售罄' : '', dish.remarks].filter(Boolean).join('；')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Foods({ needed }: Pick<KitchenSheet, 'needed'>) {
  const classes = [...Map.groupBy(needed, (one) => one.foodClass)];
  return (
    <table className="kt-foods">
      <caption>食材</caption>
      <thead>
        <tr>
          <th scope="col">类别</th>
          <th scope="col">食材</th>
          <th scope="col" className="k-print-right">
            净料
          </th>
          <th scope="col" className="k-print-right">
            领料（毛料）
          </th>
          <th scope="col">用于</th>
        </tr>
      </thead>
      <tbody>
        {classes.flatMap(([foodClass, list]) =>
          list.map((one, i) => (
            <tr key={one.foodStuffId}>
              {i === 0 ? <td rowSpan={list.length}>{classLabel(foodClass)}</td> : null}
              <th scope="row">{one.name}</th>
              <td className="k-print-right">{weightText(one.netG)}</td>
              <td className="k-print-right">{weightText(one.boughtG)}</td>
              <td>{one.dishes.join('、')}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

export function Sheet({ sheet, unit, printed }: { sheet: KitchenSheet; unit: string; printed: string }) {
  const unknown = sheet.dishes.filter((dish) => !dish.hasRecipe && dish.qty > 0).map((dish) => dish.name);
  const figures: [string, string][] = [
    ['报餐', `${sheet.reported} 份${sheet.late > 0 ? `（补报 ${sheet.late}）` : ''}`],
    ...(sheet.counted > 0 ? [['只报人数', `${sheet.counted} 人`] as [string, string]] : []),
    ['订餐', `${sheet.ordered} 份${sheet.plain > 0 ? `（份餐 ${sheet.plain}）` : ''}`],
    ...(sheet.guests > 0 ? [['客餐', `${sheet.guests} 人`] as [string, string]] : []),
    ...(sheet.forecast ? [['预测', sheet.forecast] as [string, string]] : []),
    ['过敏就餐', sheet.careful.map((one) => `${labelIn(allergens, one.allergen)} ${one.people} 人`).join('、') || '无'],
  ];
  return (
    <section className="k-sheet kt-sheet">
      <h1>
        备餐单 {sheet.date} {sheet.meal}
      </h1>
      <p>
        {unit} {sheet.place}
        {sheet.published ? '' : '（菜谱尚未发布）'}　备餐份数{labelIn(bases, sheet.basis)}
        {sheet.basis === 'ASKED' ? '：报餐、只报人数、客餐与份餐按各菜计划份数的比例分摊，另加按菜订的份数' : ''}
      </p>
      <dl>
        {figures.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Dishes sheet={sheet} />
      {sheet.needed.length > 0 ? <Foods needed={sheet.needed} /> : <p>还没有要备的份数，没有要领的食材。</p>}
      <p>
        净料为下锅的重量，领料含去皮骨与损耗，按配料表与出成率计算，不含水。
        {unknown.length > 0 ? `没有配料、未计入食材：${unknown.join('、')}。` : ''}
      </p>
      <p className="k-print-foot">打印时间 {printed}　厨师长签字 ____________　领料人签字 ____________</p>
    </section>
  );
}
