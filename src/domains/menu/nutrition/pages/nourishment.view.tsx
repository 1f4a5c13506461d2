/** 营养分析: over the rows the whole span judged, check by check with the foods behind it; the recipe sheet on paper. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { clock, formatTime } from '../../../../kit/console/clock.ts';
import { post } from '../../../../kit/console/http/client.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { useAdmin } from '../../../../kit/console/session/admin.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import { type CellProps, type SlotProps, view } from '../../../../kit/console/view.ts';
import { printNode } from '../../../../kit/console/widgets/print.tsx';
import { ToneTag } from '../../../../kit/console/widgets/status-tag.tsx';
import { weekdayNames, weekdayOf } from '../../menus/days.ts';
import type { Analysis } from '../analyse.ts';
import type { Check, Verdict } from '../judge-nutrition.ts';
import { type NutrientKey, nutrients } from '../nutrients.ts';
import type { RecipeSheet } from '../sheet.ts';
import '../views/nutrition.css';

const verdicts: Readonly<Record<Verdict, { tone: 'success' | 'warning' | 'danger' | 'neutral'; text: string }>> = {
  MET: { tone: 'success', text: '符合' },
  SHORT: { tone: 'warning', text: '不足' },
  OVER: { tone: 'danger', text: '超出' },
  UNKNOWN: { tone: 'neutral', text: '数据不足' },
};

/** The bar goes to one and a half times the target, the allowed band behind it. */
const widest = 150;

function Bar({ percent, band }: Pick<Check, 'percent' | 'band'>) {
  if (percent === null || !band) return <span className="k-muted">—</span>;
  const at = (n: number) => `${(Math.min(widest, n) / widest) * 100}%`;
  return (
    <span className="nu-bar" title={`${Math.round(percent)}%`}>
      <i style={{ left: at(band[0]), width: `calc(${at(band[1])} - ${at(band[0])})` }} />
      <b style={{ width: at(percent) }} />
      <em>{Math.round(percent)}%</em>
    </span>
  );
}

function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <table className="nu-checks k-stack">
      <thead>
        <tr>
          {['项目', '判定', '每人每天', '目标', '占目标', '主要来自'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.key}>
            <th scope="row">
              {check.label}
              {check.doubtful ? <sup title="标准数值有待核对"> ?</sup> : null}
            </th>
            <td data-head="判定">
              <ToneTag {...verdicts[check.verdict]} />
            </td>
            <td data-head="每人每天">{check.found}</td>
            <td data-head="目标">{check.wanted}</td>
            <td data-head="占目标">
              <Bar percent={check.percent} band={check.band} />
            </td>
            <td data-head="主要来自" className="nu-from" title={check.from.join('、')}>
              {check.from.slice(0, 3).join('、')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sheet({ sheet, unit }: { sheet: RecipeSheet; unit: string }) {
  return (
    <section className="k-sheet">
      <h1>
        {unit} 带量食谱（{sheet.from} 至 {sheet.to}）
      </h1>
      <p>每人一份的净重：处理好、下锅前的重量</p>
      {sheet.days.map((day) => (
        <table key={day.date} className="nu-day">
          <caption>
            {day.date} {weekdayNames[weekdayOf(day.date) - 1]}
          </caption>
          <thead>
            <tr>
              {['餐厅', '餐次', '菜品', '食材与用量'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {day.meals.flatMap((meal) =>
              meal.dishes.map((dish, i) => (
                <tr key={`${meal.place}${meal.name}${dish.name}`}>
                  {i === 0 ? <td rowSpan={meal.dishes.length}>{meal.place}</td> : null}
                  {i === 0 ? <td rowSpan={meal.dishes.length}>{meal.name}</td> : null}
                  <td>{dish.name}</td>
                  <td>{dish.foods}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      ))}
      <p className="k-print-foot">打印时间 {formatTime(clock.now())}</p>
    </section>
  );
}

function Panel({ path, search }: SlotProps) {
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'analysis', search],
    queryFn: ({ signal }) => post<Analysis>(path, 'analysis', { search }, { signal }),
    retry: false,
  });
  if (!data) return null;
  if (data.days === 0) return <p className="k-muted">这段时间还没有菜谱</p>;
  return (
    <section className="nu-panel" aria-label="整段判定">
      <header>
        <b className="nu-verdict">{data.met}</b>
        <span>
          {data.from} 至 {data.to}，{data.days} 天日均
        </span>
        <span>
          {data.heads > 0
            ? `按 ${data.heads} 人的年龄与性别${data.pupils ? '（学生餐标准）' : ''}`
            : '没有人员的生日与性别，请选择人群或在菜谱设置中填写'}
        </span>
        <span>{data.cooked}</span>
        <span>{data.groups.map((group) => `${group.label} ${group.grams} 克`).join(' · ')}</span>
      </header>
      {data.weeks.length > 1 ? (
        <ol className="nu-weeks" aria-label="每周">
          {data.weeks.map((week) => (
            <li key={week.week}>
              {week.week.slice(5)} 周 <b>{week.met}</b>
            </li>
          ))}
        </ol>
      ) : null}
      <details>
        <summary>逐项判定（{data.checks.length} 项）</summary>
        <Checks checks={data.checks} />
      </details>
    </section>
  );
}

function Tools({ path, search }: SlotProps) {
  const unit = useAdmin().belong?.name ?? '';
  const print = async () => {
    try {
      printNode(<Sheet unit={unit} sheet={await post<RecipeSheet>(path, 'sheet', { search })} />);
    } catch (error) {
      feedback().message.error(error instanceof Error ? error.message : '没有打印');
    }
  };
  return <Button onClick={() => void print()}>打印带量食谱</Button>;
}

/** A figure with how much of the food it is known of, where that is not all. */
const figure = (key: NutrientKey) =>
  function Figure({ row, value }: CellProps) {
    if (typeof value !== 'number') return <span className="k-muted">未知</span>;
    const known = (row.known as Record<string, number> | null)?.[key] ?? 100;
    const text = value.toLocaleString('en-US', { maximumFractionDigits: nutrients[key].digits });
    return known >= 100 ? (
      <span className="k-num">{text}</span>
    ) : (
      <span className={known < 80 ? 'k-num nu-low' : 'k-num'} title={`数据覆盖 ${known}%`}>
        ≥ {text}
        <small>（{known}%）</small>
      </span>
    );
  };

const cells = Object.fromEntries(
  (['energy', 'protein', 'fat', 'carbohydrate', 'sodium', 'calcium', 'iron', 'vitaminA', 'vitaminC'] as const).map(
    (key) => [key, figure(key)],
  ),
);

export default view({ cells, slots: { aboveTable: Panel, toolbar: Tools } });
