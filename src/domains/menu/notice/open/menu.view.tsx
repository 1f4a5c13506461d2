/** 菜谱公示 on a phone: the day first, its meals below, large enough to read in a queue. */
import { useState } from 'react';
import { OpenPicture } from '../../../../kit/console/open/open-picture.tsx';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { PublicDish, PublicMeal, PublicMenu } from './menu.open.ts';
import './menu.css';

const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const;
const daysOfWeek = 7;

/** `11-23` as people say it. */
const dayText = (date: string) => `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`;

function Allergens({ dish, avoided }: { dish: PublicDish; avoided: ReadonlySet<string> }) {
  if (dish.allergens === null) return <p className="pm-warn">过敏原未申报，过敏者请先询问</p>;
  if (dish.allergens.length === 0) return <p className="pm-soft">配料中未见八类过敏原</p>;
  return (
    <ul className="pm-tags" aria-label="过敏原">
      {dish.allergens.map((one) => (
        <li key={one} className={avoided.has(one) ? 'pm-avoid' : undefined}>
          {one}
        </li>
      ))}
    </ul>
  );
}

function Dish({ dish, avoided }: { dish: PublicDish; avoided: ReadonlySet<string> }) {
  const [first, ...others] = dish.figures;
  return (
    <li className={dish.allergens?.some((one) => avoided.has(one)) ? 'pm-dish pm-marked' : 'pm-dish'}>
      {dish.image ? <OpenPicture pictureKey={dish.image} label={dish.name} className="pm-picture" /> : null}
      <div className="pm-body">
        <h3>
          <span>
            {dish.name}
            {dish.spicy > 0 ? <em>{'辣'.repeat(dish.spicy)}</em> : null}
          </span>
          {dish.off ? <b className="pm-off">{dish.off}</b> : null}
          {dish.priceFen === null ? null : (
            <b>
              {formatFenGrouped(dish.priceFen)} 元{dish.per100g ? '/100克' : ''}
            </b>
          )}
        </h3>
        <Allergens dish={dish} avoided={avoided} />
        <details>
          <summary>
            {first?.label} {first?.text}
          </summary>
          <dl>
            {others.map((one) => (
              <div key={one.label}>
                <dt>{one.label}</dt>
                <dd>{one.text}</dd>
              </div>
            ))}
          </dl>
          {dish.madeOf.length > 0 ? <p>用料：{dish.madeOf.join('、')}</p> : null}
        </details>
      </div>
    </li>
  );
}

function Meal({ meal, avoided }: { meal: PublicMeal; avoided: ReadonlySet<string> }) {
  return (
    <section className="op-card pm-meal" aria-label={meal.name}>
      <h2>
        {meal.name}
        <small>
          {meal.start}–{meal.end}
        </small>
      </h2>
      <p className="pm-soft">
        {meal.choice ? '人均' : '一份'} {meal.figures.map((one) => `${one.label} ${one.text}`).join('，')}
      </p>
      <ul className="pm-dishes">
        {meal.dishes.map((dish) => (
          <Dish key={dish.id} dish={dish} avoided={avoided} />
        ))}
      </ul>
    </section>
  );
}

/** Allergens of the dishes shown; a tap marks those dishes, on this phone alone and until it leaves. */
function Avoid({
  all,
  avoided,
  onChange,
}: {
  all: string[];
  avoided: ReadonlySet<string>;
  onChange(next: Set<string>): void;
}) {
  if (all.length === 0) return null;
  const toggle = (one: string) => {
    const next = new Set(avoided);
    if (!next.delete(one)) next.add(one);
    onChange(next);
  };
  return (
    <fieldset className="pm-avoids">
      <legend>标出含有这些过敏原的菜</legend>
      {all.map((one) => (
        <button key={one} type="button" aria-pressed={avoided.has(one)} onClick={() => toggle(one)}>
          {one}
        </button>
      ))}
    </fieldset>
  );
}

export default function Menu({ data }: { data: PublicMenu }) {
  const { days, today } = data;
  const [chosen, setChosen] = useState<string>();
  const [avoided, setAvoided] = useState<ReadonlySet<string>>(new Set());
  const served = days.filter((day) => day.meals.length > 0);
  // Today, else the next day that has a menu, else the last one that had.
  const start = (served.find((day) => day.date >= today) ?? served.at(-1))?.date ?? today;
  const date = chosen && days.some((day) => day.date === chosen) ? chosen : start;
  const at = days.findIndex((day) => day.date === date);
  const week = days.slice(at < daysOfWeek ? 0 : daysOfWeek, at < daysOfWeek ? daysOfWeek : undefined);
  const later = days.slice(daysOfWeek);
  const meals = days[at]?.meals ?? [];
  const kinds = [...new Set(meals.flatMap((meal) => meal.dishes.flatMap((dish) => dish.allergens ?? [])))];
  const weekOf = (list: typeof days) => list.find((day) => day.meals.length > 0)?.date ?? list[0]?.date;
  return (
    <>
      <header className="pm-head">
        <p>{data.unit}</p>
        <h1>{data.restaurant} 菜谱</h1>
      </header>
      <nav aria-label="日期">
        <div className="pm-weeks">
          {[days.slice(0, daysOfWeek), later].map((list, i) => (
            <button
              key={list[0]?.date}
              type="button"
              aria-pressed={list[0]?.date === week[0]?.date}
              onClick={() => setChosen(i === 0 && start < (later[0]?.date ?? '') ? start : weekOf(list))}
            >
              {i === 0 ? '本周' : '下周'}
            </button>
          ))}
        </div>
        <div className="pm-days">
          {week.map((day, i) => (
            <button
              key={day.date}
              type="button"
              aria-pressed={day.date === date}
              className={day.meals.length === 0 ? 'pm-none' : undefined}
              aria-label={`${dayText(day.date)} 周${weekdays[i]}${day.date === today ? ' 今天' : ''}`}
              onClick={() => setChosen(day.date)}
            >
              <small>{day.date === today ? '今天' : `周${weekdays[i]}`}</small>
              {Number(day.date.slice(8))}
            </button>
          ))}
        </div>
      </nav>
      <Avoid all={kinds} avoided={avoided} onChange={setAvoided} />
      {meals.length === 0 ? (
        <p className="op-card pm-empty" role="status">
          {dayText(date)}还没有公布菜谱
        </p>
      ) : (
        meals.map((meal) => <Meal key={`${meal.start}${meal.name}`} meal={meal} avoided={avoided} />)
      )}
      <p className="pm-soft">能量与营养素按一份的可食部计算，{data.losses}；“≥” 表示部分用料没有数据。</p>
    </>
  );
}
