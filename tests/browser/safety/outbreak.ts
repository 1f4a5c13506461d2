/** People fall ill after a lunch: the dish stands on top, its sample is sealed, its lot is known, and few may see any of it. */
import { expect } from 'vitest';
import { canonical, digestOf, eatersOf } from '../../../src/domains/trace/testing.ts';
import { isoAt } from '../../../src/kit/server/clock.ts';
import { sqlOf } from '../../../src/kit/server/db/sql-of.ts';
import { hireAs } from '../../api/walk.ts';
import { area, type Scene } from './stage.ts';

interface Study {
  people: { noMeal: boolean }[];
  dishes: { dish: string; low: number | null; ingredients: string[] }[];
  samples: { dish: string; status: string }[];
  lots: { lotNo?: string; goods?: string }[];
  packs: unknown[];
}

export async function vehicleOnTop(scene: Scene): Promise<void> {
  const { app, play, rowsOf, ask, one, desk } = scene;
  const told = await play('outbreak');
  expect(told.faults, told.notes.join('\n')).toBe(0);
  const bad = /致病的是「(.+?)」/.exec(told.notes[0]!)![1]!;
  const [of] = await rowsOf('food_trace', { keyword: '模拟：' });
  await desk().open(`${area}/food_trace/study?id=${of!.id}`);
  const first = desk().tab().getByRole('table', { name: '各菜' }).locator('tbody tr').first();
  await first.getByText(bad).waitFor();
  const study = await ask<Study>('food_trace/study', 'look', { id: of!.id });
  expect(study.dishes[0]!.dish).toBe(bad);
  // Nothing of that lunch can be thrown away any more.
  for (const sample of study.samples)
    expect(['SEALED', 'REMOVED', 'EXEMPT', 'MISSED', 'TO_SAMPLE']).toContain(sample.status);
  // The drill of three days ago was cooked of what the store had issued: each lot by its number.
  const [drill] = await rowsOf('food_trace', { keyword: '演练' });
  const { lots } = await ask<Study>('food_trace/study', 'look', { id: drill!.id });
  expect(lots.length).toBeGreaterThan(0);
  for (const lot of lots)
    expect(lot).toMatchObject({ goods: expect.stringMatching(/./), lotNo: expect.stringMatching(/./) });
  // A charge for a meal nobody came to is no meal.
  const absent = await one<
    { who: number; date: string; meal: number; place: number; organizationId: number } | undefined
  >(
    `select t.person_id as who, t.occurred_date as date, t.meal_period_id as meal, t.restaurant_id as place,
       t.organization_id as "organizationId" from trade t
     where t.attendance = 'ORDERED_ABSENT' and t.meal_period_id <> 0 and t.person_id <> 0
       and not exists (select 1 from trade e where e.organization_id = t.organization_id and e.person_id = t.person_id
         and e.occurred_date = t.occurred_date and e.meal_period_id = t.meal_period_id and e.attendance <> 'ORDERED_ABSENT')
     order by t.id desc limit 1`,
  );
  expect(absent).toBeDefined();
  const eaters = await eatersOf(
    sqlOf(app.services.db),
    absent!.organizationId,
    absent!.date,
    absent!.meal,
    absent!.place,
  );
  expect(eaters).not.toContain(absent!.who);
}

export async function twelveNames(scene: Scene): Promise<void> {
  const { app, ask, post, one, desk, morning } = scene;
  const { rows } = await app.services.pool.query<{ who: string }>(
    `select p.job_number as who from person p join organization o on o.id = p.organization_id and o.kind = 'SCHOOL'
     where p.status = 'NORMAL' and p.job_number is not null order by p.id limit 12`,
  );
  const { id } = await ask<{ id: number }>('food_trace', 'create', {
    title: '场景',
    remark: '',
    fromAt: isoAt(morning - 48 * 3_600_000),
    toAt: isoAt(morning),
    people: rows.map(({ who }) => ({ who, sick: true, onsetAt: isoAt(morning - 3_600_000), symptoms: '腹泻' })),
  });
  await ask('food_trace', 'open', { id });
  await desk().open(`${area}/food_trace/study?id=${id}`);
  await desk().tab().getByText('人员（12）').waitFor();
  const pack = await ask<{ of: Study; digest: string }>('food_trace/study', 'pack', { id });
  expect(await one('select digest from trace_pack where case_id = $1 order by id desc limit 1', [id])).toEqual({
    digest: pack.digest,
  });
  // Whoever holds the pack can count its digest again.
  expect(digestOf(canonical({ ...pack.of, packs: [] }))).toBe(pack.digest);
  const roles = await ask<{ id: number; name: string }[]>('role', 'options', { size: 50 });
  const role = roles.find(({ name }) => name === '财务')!;
  const money = await hireAs(app, 'school', 'organization', role.id, 'scene-money');
  for (const [path, verb] of [
    ['food_trace', 'query'],
    ['food_trace/study', 'look'],
    ['food_trace/study', 'pack'],
  ] as const)
    expect(await post(path, verb, { id }, money), `${path}/${verb}`).toMatchObject({ errorcode: 1003 });
}
