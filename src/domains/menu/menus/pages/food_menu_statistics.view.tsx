/** 菜谱统计: over the dishes how the classes balance and what each week meets. */
import { useQuery } from '@tanstack/react-query';
import { post } from '../../../../kit/console/http/client.ts';
import { pageKey } from '../../../../kit/console/screens/query-keys.ts';
import { type SlotProps, view } from '../../../../kit/console/view.ts';
import type { MenuBalance } from '../statistics.ts';
import '../../nutrition/views/nutrition.css';

function Balance({ path, search }: SlotProps) {
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'balance', search],
    queryFn: ({ signal }) => post<MenuBalance>(path, 'balance', { search }, { signal }),
    retry: false,
  });
  if (!data || data.types.length === 0) return null;
  const all = data.types.reduce((n, one) => n + one.times, 0);
  return (
    <section className="nu-panel" aria-label="分类与各周">
      <header>
        {data.types.map((one) => (
          <span key={one.name}>
            {one.name} <b>{Math.round((one.times / all) * 100)}%</b>
          </span>
        ))}
      </header>
      <ol className="nu-weeks">
        {data.weeks.map((week) => (
          <li key={week.week}>
            {week.week.slice(5)} 周 {week.dishes} 道菜，{week.met}
          </li>
        ))}
      </ol>
    </section>
  );
}

export default view({ slots: { aboveTable: Balance } });
