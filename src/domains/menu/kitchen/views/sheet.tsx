/** The kitchen's sheet: heads in large figures, dishes with portions and allergens, food-stuffs in kilograms. */
import type { ReactNode } from 'react';
import { labelIn } from '../../../../kit/define/states.ts';
import { allergens } from '../../../people/public.ts';
import { classLabel } from '../../nutrition/food-classes.ts';
import { departmentKeys, departmentLabels, type FigureChange, type HeadKey, headLabels } from '../changes.ts';
import { bases } from '../portions.ts';
import type { CarefulDiner } from '../read-diners.ts';
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

type Was = ReadonlyMap<string, number>;

/** A figure; one that was another when the sheet was last printed stands out, with what it was. */
function Figure({ value, was }: { value: number; was: number | undefined }) {
  if (was === undefined) return <>{value}</>;
  return (
    <b className="kt-changed">
      {value}
      <small>（原 {was}）</small>
    </b>
  );
}

function Dishes({ sheet, was }: { sheet: KitchenSheet; was: Was }) {
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
              <Figure value={dish.orderedQty} was={was.get(`dish:${dish.id}:ordered`)} />
              {dish.deliveredQty > 0 ? <small>（送 {dish.deliveredQty}）</small> : null}
            </td>
            <td className="k-print-right kt-qty">
              <Figure value={dish.qty} was={was.get(`dish:${dish.id}:qty:${sheet.basis}`)} />
            </td>
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

/** What each department said; a state nobody is in has no column. */
function Departments({ departments, was }: Pick<KitchenSheet, 'departments'> & { was: Was }) {
  const keys = departmentKeys.filter((key) => departments.some((line) => line[key] > 0));
  const sums = Object.fromEntries(keys.map((key) => [key, departments.reduce((sum, line) => sum + line[key], 0)]));
  return (
    <table>
      <caption>部门</caption>
      <thead>
        <tr>
          <th scope="col">部门</th>
          {keys.map((key) => (
            <th key={key} scope="col" className="k-print-right">
              {departmentLabels[key]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {departments.map((line) => (
          <tr key={line.departmentId}>
            <th scope="row">{line.name}</th>
            {keys.map((key) => (
              <td key={key} className="k-print-right">
                <Figure value={line[key]} was={was.get(`department:${line.departmentId}:${key}`)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">合计</th>
          {keys.map((key) => (
            <td key={key} className="k-print-right">
              <b>{sums[key]}</b>
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

function Names({ diners }: { diners: readonly CarefulDiner[] }) {
  return (
    <table>
      <caption>过敏就餐（{diners.length} 人）</caption>
      <thead>
        <tr>
          <th scope="col">部门</th>
          <th scope="col">姓名</th>
          <th scope="col">工号</th>
          <th scope="col">过敏原</th>
        </tr>
      </thead>
      <tbody>
        {diners.map((one) => (
          <tr key={one.id}>
            <td>{one.department}</td>
            <th scope="row">{one.name}</th>
            <td>{one.jobNumber}</td>
            <td>{one.allergens.map((kind) => labelIn(allergens, kind)).join('、')}</td>
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

interface Props {
  sheet: KitchenSheet;
  unit: string;
  /** When and by whom; empty on the screen. */
  printed: string;
  /** Since it was printed the last time. */
  changes: readonly FigureChange[];
  /** Those who must be careful by name, once somebody said why they are asked for. */
  diners: readonly CarefulDiner[] | undefined;
}

export function Sheet({ sheet, unit, printed, changes, diners }: Props) {
  const { heads } = sheet;
  const was: Was = new Map(changes.map((one) => [one.key, one.was]));
  const unknown = sheet.dishes.filter((dish) => !dish.hasRecipe && dish.qty > 0).map((dish) => dish.name);
  const figure = (key: HeadKey, more: string) => (
    <>
      <Figure value={heads[key]} was={was.get(`heads:${key}`)} /> 份{more}
    </>
  );
  const figures: [string, ReactNode][] = [
    ...(sheet.basis === 'PLAN'
      ? [
          ['按计划备餐', `${Math.max(0, ...sheet.dishes.map((dish) => dish.qty))} 份`] as [string, ReactNode],
          ['报订合计', `${sheet.total} 份`] as [string, ReactNode],
        ]
      : [['合计', `${sheet.total} 份`] as [string, ReactNode]]),
    ['报餐', figure('reported', heads.late > 0 ? `（补报 ${heads.late}）` : '')],
    ...(['byDefault', 'counted'] as const).flatMap((key): [string, ReactNode][] =>
      heads[key] > 0 ? [[headLabels[key], figure(key, '')]] : [],
    ),
    ['订餐', figure('ordered', sheet.plain > 0 ? `（份餐 ${sheet.plain}）` : '')],
    ...(heads.guests > 0 ? [['客餐', figure('guests', '')] as [string, ReactNode]] : []),
    ...(sheet.forecast ? [['预测', sheet.forecast] as [string, ReactNode]] : []),
    ...(sheet.wasted ? [['浪费', sheet.wasted] as [string, ReactNode]] : []),
    ['过敏就餐', sheet.careful.map(({ label, people }) => `${label} ${people} 人`).join('、') || '无'],
  ];
  return (
    <section className="k-sheet kt-sheet">
      <h1>
        备餐单 {sheet.date} {sheet.meal}
      </h1>
      <p>
        {unit} {sheet.place}
        {sheet.menuId === null ? '（没有菜谱）' : sheet.published ? '' : '（菜谱尚未发布）'}
        {'　'}备餐份数{labelIn(bases, sheet.basis)}
        {sheet.basis === 'ASKED'
          ? '：报餐、默认就餐、只报人数、客餐与份餐按各菜计划份数的比例分摊，另加按菜订的份数'
          : ''}
        {sheet.forecastNote ? `　预测：${sheet.forecastNote}` : ''}
        {changes.length > 0 ? `　${changes.length} 处与上次打印不同，粗体标出` : ''}
      </p>
      <dl>
        {figures.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {sheet.dishes.length > 0 ? <Dishes sheet={sheet} was={was} /> : null}
      {sheet.departments.length > 0 ? <Departments departments={sheet.departments} was={was} /> : null}
      {diners && diners.length > 0 ? <Names diners={diners} /> : null}
      {sheet.needed.length > 0 ? <Foods needed={sheet.needed} /> : null}
      {sheet.menuId === null ? null : (
        <p>
          {sheet.needed.length > 0 ? '' : '还没有要备的份数，没有要领的食材。'}
          净料为下锅的重量，领料含去皮骨与损耗，按配料表与出成率计算，不含水。
          {unknown.length > 0 ? `没有配料、未计入食材：${unknown.join('、')}。` : ''}
        </p>
      )}
      <p className="k-print-foot">
        {printed ? `打印 ${printed}　` : ''}厨师长签字 ____________　领料人签字 ____________
      </p>
    </section>
  );
}
