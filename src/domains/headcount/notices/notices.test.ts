/** Before a cut-off who reports as a rule and has not is told, once each time, however many nodes turn the clock. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { keepAlerts } from '../../alerts/public.server.ts';
import { instantOf } from '../rules/setting.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { forgetNotices } from './forget-notices.ts';
import { stageAt } from './notice-words.ts';
import { tellUnreported } from './tell-unreported.ts';

let b: HeadcountBench;
let ends: string;
beforeAll(async () => {
  b = await headcountBench({ onMiss: 'WARN' });
  const { rows } = await b.app.services.pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  ends = rows[0]!.ends;
  // What the demo's departments say of their weekend.
  await b.app.services.pool.query('delete from meal_count where organization_id = $1', [b.organizationId]);
  const people = b.diners.slice(0, 3).map(({ id }) => id);
  for (const ahead of [2, 3]) await b.report(people, b.day(ahead));
  await b.report(people.slice(0, 1), b.day(4));
}, 120_000);
afterAll(() => b.app.stop());

const told = async (kind: string, day: string) => {
  const { rows } = await b.app.services.pool.query<{ stage: string; id: number; content: string }>(
    `select stage, person_id as id, content from meal_notice where organization_id = $1 and kind = $2 and dining_date = $3
       and meal_period_id = $4 order by stage, person_id`,
    [b.organizationId, kind, day, b.lunchId],
  );
  return rows;
};
const own = () => b.diners.slice(0, 3).map(({ id }) => id);
const alerts = async (day: string) => {
  const { rows } = await b.app.services.pool.query<{ status: string; level: string; detail: string }>(
    `select status, level, detail from alert where organization_id = $1 and kind = 'MEAL_UNSAID' and object_key = $2 order by id`,
    [b.organizationId, `report:${day}:${b.lunchId}`],
  );
  return rows;
};
/** As the clock does, of this unit. */
const turn = async () =>
  keepAlerts(b.app.services, 'MEAL_UNSAID', await tellUnreported(b.app.services, b.organizationId), 'report:');

test('two hours are one word and half an hour another; before and after there is none', () => {
  const at = 10 * 3_600_000;
  expect([-1, 0, 1, 30, 31, 120, 121].map((minutes) => stageAt(at, at - minutes * 60_000))).toEqual([
    undefined,
    undefined,
    '30M',
    '30M',
    '2H',
    '2H',
    undefined,
  ]);
});

test('who reported lately and has not is told twice, each once; alerts rise and end with the cut-off', async () => {
  const day = b.day(4);
  const before = instantOf(addDays(day, -1), '16:05');
  const missing = own().slice(1);
  b.app.clock.set(instantOf(addDays(day, -1), '15:00'));
  await turn();
  expect((await told('UNREPORTED', day)).filter(({ id }) => missing.includes(id))).toEqual([]);
  b.app.clock.set(before);
  // Two nodes at once, and the next turn.
  await Promise.all([
    tellUnreported(b.app.services, b.organizationId),
    tellUnreported(b.app.services, b.organizationId),
  ]);
  await turn();
  const first = await told('UNREPORTED', day);
  expect(first.filter(({ id }) => own().includes(id)).map(({ id, stage }) => [stage, id])).toEqual(
    missing.map((id) => ['2H', id]),
  );
  expect(first.find(({ id }) => id === missing[0])!.content).toContain('18:00 截止，您还没有报餐');
  expect(await alerts(day)).toMatchObject([
    { status: 'OPEN', level: 'INFO', detail: expect.stringContaining('人未报') },
  ]);
  // One of them reports; the other is told once more.
  b.app.clock.set(instantOf(addDays(day, -1), '17:35'));
  await b.report(missing.slice(0, 1), day);
  await turn();
  await turn();
  const later = (await told('UNREPORTED', day)).filter(({ id, stage }) => stage === '30M' && own().includes(id));
  expect(later.map(({ id }) => id)).toEqual(missing.slice(1));
  expect(await alerts(day)).toMatchObject([{ status: 'OPEN', level: 'WARN' }]);
  b.app.clock.set(instantOf(addDays(day, -1), '18:01'));
  await turn();
  expect((await alerts(day))[0]!.status).not.toBe('OPEN');
});

test('a miss that is noted is told to whoever missed, once; the desk sees it', async () => {
  const day = b.day(4);
  b.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
  await turnMealClock(b.app.services);
  b.app.clock.set(instantOf(day, ends) + 70 * 60_000);
  await b.app.services.pool.query(
    'update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0',
    [b.app.clock.now()],
  );
  await turnMealClock(b.app.services);
  await turnMealClock(b.app.services);
  const [first] = own();
  const noted = (await told('WARNED', day)).filter(({ id }) => id === first);
  expect(noted).toMatchObject([{ content: expect.stringContaining('报餐未就餐') }]);
  const token = await b.app.login('school');
  const { body } = await b.app.post(
    '/admin/organization/manual_report_meal/notice',
    'query',
    { search: { kind: ['WARNED'], diningDate: [day, day] } },
    token,
  );
  expect((body as { data: { rows: { personId: number }[] } }).data.rows.map((row) => row.personId)).toContain(first);
});

test('what is older than half a year is forgotten, the rest stays', async () => {
  const { services } = b.app;
  const count = async () =>
    (
      await services.pool.query<{ n: number }>(
        'select count(*)::int as n from meal_notice where organization_id = $1',
        [b.organizationId],
      )
    ).rows[0]!.n;
  const before = await count();
  await services.pool.query(
    `update meal_notice set at = at - interval '181 days' where organization_id = $1 and id = (
       select min(id) from meal_notice where organization_id = $1)`,
    [b.organizationId],
  );
  await forgetNotices(services);
  expect(await count()).toBe(before - 1);
});
