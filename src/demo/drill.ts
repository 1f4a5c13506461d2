/** A drill of the school: twelve sick names, sealed, reported, concluded. */
import { addDays, dateAt, isoAt } from '../kit/server/clock.ts';
import { area, at, type Life } from './life.ts';

const path = `${area}/food_trace`;

/** Lives it four days before `now`, and leaves it reported. */
export async function liveDrill({ actor, people }: Life, now: number, setNow: (ms: number) => void): Promise<void> {
  const day = addDays(dateAt(now), -3);
  const chosen = people.filter((_, i) => i % 3 === 1).slice(0, 12);
  const sick = await actor
    .ctx(path)
    .db.selectFrom('person')
    .select(['id', 'job_number as jobNumber'])
    .where(
      'id',
      'in',
      chosen.map((person) => person.id),
    )
    .orderBy('id')
    .execute();
  setNow(at(day, 20 * 60));
  const { id } = await actor.call(path, 'create', {
    title: '食物中毒应急演练',
    remark: '演练：午餐后陆续腹泻，按预案封存、上报',
    fromAt: isoAt(at(day, 0)),
    toAt: isoAt(at(day, 19 * 60)),
    people: sick.map((person, i) => ({
      who: person.jobNumber ?? '',
      sick: true,
      onsetAt: isoAt(at(day, 15 * 60 + ((i * 37) % 200))),
      symptoms: i % 3 === 0 ? '呕吐、腹泻' : '腹泻',
    })),
  });
  await actor.call(path, 'open', { id });
  setNow(at(day, 21 * 60));
  await actor.call(path, 'report', { id, note: '演练：21:00 电话报告市场监管所，受理号 YL-01' });
  setNow(now);
}
