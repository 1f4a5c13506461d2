/** 就餐人次大屏: large figures, readable across a hall. */
import type { MealScreen } from './meals.open.ts';
import './meals.css';

export default function Meals({ data }: { data: MealScreen }) {
  return (
    <>
      <header className="ms-head">
        <h1>
          {data.unit} · {data.restaurant}
        </h1>
        <p>
          {data.date} 今日就餐 <b>{data.heads}</b> 人次
        </p>
      </header>
      <div className="ms-meals">
        {data.meals.map((meal) => (
          <section key={meal.id} className={meal.now ? 'ms-meal ms-now' : 'ms-meal'} aria-label={meal.name}>
            <h2>
              {meal.name}
              {meal.now ? <em>供餐中</em> : null}
            </h2>
            <p className="ms-heads">{meal.heads}</p>
            <small>
              {meal.start}–{meal.end} · 上周此时 {meal.lastWeekHeads}
            </small>
          </section>
        ))}
      </div>
      {data.meals.length === 0 ? <p>该餐厅还没有设置餐次</p> : null}
    </>
  );
}
