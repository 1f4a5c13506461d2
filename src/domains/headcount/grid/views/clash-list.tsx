/** Cells somebody else changed: what they say, what was wanted here, and whose is taken. */
import { Button } from 'antd';
import { formatShortTime } from '../../../../kit/console/clock.ts';
import type { Clash, GridAtHand } from './use-grid.ts';

const told = (portions: number) => (portions > 0 ? `报 ${portions} 份` : '不报');

export function ClashList({ at }: { at: GridAtHand }) {
  const { week, clashes, decide } = at;
  if (clashes.length === 0) return null;
  const nameOf = new Map(week.people.map((person) => [person.id, person.name]));
  const where = ({ slot }: Clash) => {
    const { date, mealPeriodId } = week.slots[slot]!;
    return `${date.slice(5)} ${week.meals.find((meal) => meal.id === mealPeriodId)?.name ?? ''}`;
  };
  const all = clashes.map((one) => one.key);
  return (
    <section className="rm-clashes" aria-label="已被他人修改的格子">
      <header>
        <strong>{clashes.length} 格在您编辑期间已被他人修改，没有保存</strong>
        <Button size="small" onClick={() => decide(all, 'mine')}>
          全部用我的
        </Button>
        <Button size="small" onClick={() => decide(all, 'theirs')}>
          全部用他的
        </Button>
      </header>
      <ul>
        {clashes.map((one) => (
          <li key={one.key}>
            <span>
              {nameOf.get(one.personId) ?? '—'} {where(one)}
            </span>
            <span>
              {one.byName} {formatShortTime(one.at)} 改为 <b>{told(one.theirs)}</b>，我的 <b>{told(one.mine)}</b>
            </span>
            <Button size="small" type="link" onClick={() => decide([one.key], 'mine')}>
              用我的
            </Button>
            <Button size="small" type="link" onClick={() => decide([one.key], 'theirs')}>
              用他的
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
