/** A case from the first name to the pack: sealed first, eaters by what they ate, names for few, every opening told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { countEaters } from '../study/count-eaters.ts';
import { eatersOf } from '../study/eaters.ts';
import { forgetNames } from './forget-names.ts';
import { canonical, digestOf } from './make-pack.ts';
import { packRows } from './pack-sheet.ts';
import type { OpenCase } from './read-case.ts';

let b: ConsumptionBench;
beforeAll(async () => {
  b = await consumptionBench();
}, 240_000);
afterAll(() => b?.app.stop());

const create = (people: Record<string, unknown>[], more: Record<string, unknown> = {}) =>
  b.school<{ id: number }>('food_trace', 'create', { title: '午餐后腹泻', people, ...more });
const look = (id: number) => b.school<OpenCase>('food_trace/study', 'look', { id });
const hoursAgo = (hours: number) => new Date(b.app.clock.now() - hours * 3_600_000).toISOString();
const sqlNow = () => sqlOf(b.app.services.db);

describe('a case', () => {
  test('needs somebody sick, a stretch that runs forward, and names that mean one person', async () => {
    expect((await create([{ who: '某人', sick: false }])).errorcode).toBe(3480);
    const sick = [{ who: b.diners[0]!.jobNumber, sick: true, onsetAt: hoursAgo(1) }];
    expect((await create(sick, { fromAt: hoursAgo(1), toAt: hoursAgo(2) })).errorcode).toBe(3482);
    expect((await create(sick, { fromAt: hoursAgo(24 * 40), toAt: hoursAgo(1) })).errorcode).toBe(3482);
    expect((await create([{ who: '某人', sick: true, onsetAt: hoursAgo(-5) }])).errorcode).toBe(3482);
    expect((await create([...sick, ...sick])).errorcode).toBe(3484);
    const { pool } = b.app.services;
    const [one, two] = b.diners.slice(-2);
    await pool.query(
      `update person p set name = '同名的人' where p.organization_id = $1 and p.job_number = any($2::text[])`,
      [b.organizationId, [one!.jobNumber, two!.jobNumber]],
    );
    const unclear = await create([{ who: '同名的人', sick: true, onsetAt: hoursAgo(1) }]);
    expect([unclear.errorcode, unclear.errormsg]).toEqual([
      3481,
      expect.stringContaining('第 1 行「同名的人」有 2 人同名'),
    ]);
  });

  test('who ate is in the table, a charge for nobody and a meal taken back are not', async () => {
    const [one, two, three] = b.diners;
    for (const diner of [one!, two!, three!]) await b.pay(diner.id, 5_000);
    const eaten = await b.eat(one!, 500);
    const undone = await b.eat(two!, 500);
    await b.eat(three!, 500);
    const back = await b.school(
      'consume',
      'reverse',
      { id: undone.postingId, amountFen: null, reason: '重复扣款' },
      'trace-undo',
    );
    expect([back.errorcode, back.errormsg]).toEqual([0, '']);
    await b.app.services.pool.query('alter table trade disable trigger user');
    await b.app.services.pool.query(
      `update trade set attendance = 'ORDERED_ABSENT' where organization_id = $1 and person_id = $2 and occurred_at > now() - interval '100 years' and amount_fen = 500`,
      [b.organizationId, three!.id],
    );
    await b.app.services.pool.query('alter table trade enable trigger user');
    expect(eaten.postingId).toBeGreaterThan(0);
    const day = await b.app.services.pool.query<{ date: string; meal: number; place: number }>(
      `select occurred_date as date, meal_period_id as meal, restaurant_id as place from trade where organization_id = $1 and id = $2`,
      [b.organizationId, eaten.postingId],
    );
    const { date, meal, place } = day.rows[0]!;
    const eaters = await eatersOf(sqlNow(), b.organizationId, date, meal, place);
    expect(eaters).toContain(one!.id);
    expect(eaters).not.toContain(two!.id);
    expect(eaters).not.toContain(three!.id);
    // A caterer is told how many, at the places it runs alone.
    const { rows: run } = await b.app.services.pool.query<{ contractor: number | null }>(
      'select contractor_id as contractor from restaurant where organization_id = $1 and id = $2',
      [b.organizationId, place],
    );
    const mine = run[0]!.contractor ?? 1;
    const count = countEaters(b.app.services);
    const at = { organizationId: b.organizationId, date, mealPeriodId: meal };
    const meals = [{ ...at, date: '2020-01-01' }, at];
    await b.app.services.pool.query('update restaurant set contractor_id = $3 where organization_id = $1 and id = $2', [
      b.organizationId,
      place,
      mine,
    ]);
    expect(await count(mine, meals)).toEqual([0, eaters.length]);
    expect(await count(mine + 1, meals)).toEqual([0, 0]);
    await b.app.services.pool.query('update restaurant set contractor_id = $3 where organization_id = $1 and id = $2', [
      b.organizationId,
      place,
      run[0]!.contractor,
    ]);
  });

  test('who ate after midnight ate the meal of the evening before, by trade and by order', async () => {
    const [one, , , four] = b.diners;
    await b.pay(one!.id, 5_000);
    const { postingId } = await b.eat(one!, 500);
    const { pool } = b.app.services;
    const { rows } = await pool.query<{ date: string; meal: number; place: number; contractor: number | null }>(
      `select occurred_date as date, t.meal_period_id as meal, t.restaurant_id as place, r.contractor_id as contractor
       from trade t join restaurant r on r.organization_id = t.organization_id and r.id = t.restaurant_id
       where t.organization_id = $1 and t.id = $2`,
      [b.organizationId, postingId],
    );
    const { date, meal, place, contractor } = rows[0]!;
    const by = [b.organizationId, meal];
    const { rows: times } = await pool.query<{ starts: string; ends: string }>(
      'select start_time as starts, end_time as ends from meal_period where organization_id = $1 and id = $2',
      by,
    );
    const move = (starts: string, ends: string) =>
      pool.query('update meal_period set start_time = $3, end_time = $4 where organization_id = $1 and id = $2', [
        ...by,
        starts,
        ends,
      ]);
    await move('24:10', '25:30');
    await pool.query('alter table trade disable trigger user');
    await pool.query(
      `update trade set occurred_at = (occurred_date + 1)::timestamp at time zone 'Asia/Shanghai' + interval '20 minutes'
       where organization_id = $1 and id = $2`,
      [b.organizationId, postingId],
    );
    await pool.query('alter table trade enable trigger user');
    await pool.query(
      `insert into meal_order select (jsonb_populate_record(o, jsonb_build_object('organization_id', $1::bigint, 'id', 1, 'order_no', 'DC1',
         'person_id', $2::bigint, 'department_id', null, 'meal_period_id', $3::bigint, 'restaurant_id', $4::bigint, 'dining_date', $5::date,
         'status', 'EATEN', 'pickup_code', null, 'request_key', null, 'rule_id', null, 'menu_id', null, 'address_id', null,
         'hold_id', null, 'posting_id', null))).* from meal_order o limit 1`,
      [b.organizationId, four!.id, meal, place, date],
    );
    const eaters = await eatersOf(sqlNow(), b.organizationId, date, meal, place);
    expect(eaters).toEqual(expect.arrayContaining([one!.id, four!.id]));
    const meals = [{ organizationId: b.organizationId, date, mealPeriodId: meal }];
    if (contractor !== null) expect(await countEaters(b.app.services)(contractor, meals)).toEqual([eaters.length]);
    await pool.query('delete from meal_order where organization_id = $1 and id = 1', [b.organizationId]);
    await move(times[0]!.starts, times[0]!.ends);
  });

  test('seals what stands, keeps it from being unsealed, packs with a digest that verifies, and tells each opening', async () => {
    const made = await create([
      { who: b.diners[0]!.jobNumber, sick: true, onsetAt: hoursAgo(0.1), symptoms: '腹泻' },
      { who: '外来的人', sick: true },
    ]);
    expect([made.errorcode, made.errormsg]).toEqual([0, '']);
    const { id } = made.data;
    expect((await b.school('food_trace', 'open', { id })).errorcode).toBe(0);
    // What was photographed in its stretch stays until it is closed.
    const held = await b.app.services.heldStretches!();
    expect(held.some(({ organizationId }) => organizationId === b.organizationId)).toBe(true);
    const seen = await look(id);
    expect(seen.data).toMatchObject({ status: 'OPEN', sick: 2 });
    for (const row of seen.data.meals) expect(row.a + row.b + row.c + row.d).toBe(seen.data.cohort);
    const { rows: kept } = await b.app.services.pool.query<{ ids: number[] }>(
      'select sample_ids as ids from trace_case where id = $1',
      [id],
    );
    const { rows: states } = await b.app.services.pool.query<{ status: string }>(
      'select distinct status from sample where organization_id = $1 and id = any($2::bigint[])',
      [b.organizationId, kept[0]!.ids],
    );
    expect(states.every(({ status }) => status === 'SEALED')).toBe(true);
    const pack = await b.school<{ of: OpenCase; digest: string }>('food_trace/study', 'pack', { id });
    expect(digestOf(canonical({ ...pack.data.of, packs: [] }))).toBe(pack.data.digest);
    expect(digestOf(canonical({ ...pack.data.of, packs: [], sick: 3 }))).not.toBe(pack.data.digest);
    const { rows: told } = await b.app.services.pool.query<{ action: string }>(
      `select action from system_log where action in ('查看溯源', '导出溯源资料') and target_id = $1`,
      [String(id)],
    );
    expect(told.map(({ action }) => action).sort()).toEqual(['导出溯源资料', '查看溯源', '查看溯源'].sort());
  });

  test('a pack without names says of nobody who it is, by a digest of its own; the sheet has every part in rows', async () => {
    const made = await create([
      { who: b.diners[0]!.jobNumber, sick: true, onsetAt: hoursAgo(0.1), symptoms: '腹泻' },
      { who: '外来的人', sick: true },
      { who: b.diners[1]!.jobNumber, sick: false },
    ]);
    const { id } = made.data;
    const pack = async (nameless: boolean) =>
      (
        await b.school<{ of: OpenCase; digest: string; sheet: string }>('food_trace/study', 'pack', {
          id,
          nameless,
          sheet: true,
        })
      ).data;
    const [named, hidden] = [await pack(false), await pack(true)];
    expect(hidden.of.people.map(({ name, jobNumber, symptoms }) => [name, jobNumber, symptoms])).toEqual([
      ['患者 1', '', '腹泻'],
      ['患者 2', '', ''],
      ['对照 1', '', ''],
    ]);
    const { readBy, ...said } = hidden.of;
    for (const { name, jobNumber } of named.of.people)
      expect([
        name,
        JSON.stringify(said).includes(name),
        jobNumber !== '' && JSON.stringify(said).includes(jobNumber),
      ]).toEqual([name, false, false]);
    expect(new Set(hidden.of.kitchen.map(({ name }) => name)).size).toBe(
      new Set(named.of.kitchen.map(({ name }) => name)).size,
    );
    expect(digestOf(canonical({ ...hidden.of, packs: [] }))).toBe(hidden.digest);
    const { rows } = await b.app.services.pool.query<{ nameless: boolean; digest: string }>(
      'select nameless, digest from trace_pack where case_id = $1 order by id',
      [id],
    );
    expect(rows).toEqual([
      { nameless: false, digest: named.digest },
      { nameless: true, digest: hidden.digest },
    ]);
    const parts = (of: OpenCase) => new Set(packRows(of).map(([part]) => part));
    const { meals, dishes, samples, curves, lots, kitchen, records, openings, people } = hidden.of;
    const all = [meals, dishes, samples, curves, lots, kitchen, records, openings, people].flat();
    expect(packRows(hidden.of)).toHaveLength(all.length);
    expect(parts(hidden.of)).toContain('患者');
    expect(Buffer.from(hidden.sheet, 'base64').subarray(0, 2).toString()).toBe('PK');
    expect(readBy).not.toBe('');
  });

  test('each day of a cabinet its samples stand in is drawn, minute by minute, with their numbers', async () => {
    const made = await create([{ who: b.diners[0]!.jobNumber, sick: true, onsetAt: hoursAgo(0.1) }]);
    const { curves, samples } = (await look(made.data.id)).data;
    const kept = samples.filter(({ cabinet, putAt }) => cabinet !== '' && putAt !== null);
    expect(kept.length).toBeGreaterThan(0);
    for (const { cabinet, putAt, sampleNo } of kept) {
      const first = curves.find((one) => one.cabinet === cabinet && one.day.day === putAt!.slice(0, 10));
      expect(first?.samples).toContain(sampleNo);
    }
    for (const { day } of curves) expect(day.temps).toHaveLength(1_440);
  });

  test('an interview goes before the record, and another unit or a clerk of money finds no case', async () => {
    const made = await create([{ who: b.diners[0]!.jobNumber, sick: true, onsetAt: hoursAgo(0.1) }]);
    const { id } = made.data;
    const { data } = await look(id);
    const meal = data.meals[0]!.key;
    const tell = (ate: boolean | null) =>
      b.school('food_trace/study', 'tell', { id, personId: data.people[0]!.id, dish: `${meal}|红烧肉`, ate });
    expect((await tell(true)).errorcode).toBe(0);
    const dish = async () => (await look(id)).data.dishes.find((row) => row.key === `${meal}|红烧肉`);
    expect(await dish()).toMatchObject({ a: 1, interviewed: 1 });
    await tell(false);
    expect(await dish()).toMatchObject({ a: 0, c: 1 });
    // What is over is left as it is until it is opened again.
    await b.app.services.pool.query(`update trace_case set status = 'CLOSED' where id = $1`, [id]);
    expect((await tell(true)).errorcode).toBe(3483);
    const token = await b.app.login('company');
    const other = await b.app.post('/admin/organization/food_trace/study', 'look', { id }, token);
    expect(other.body.errorcode).toBe(1004);
    expect(isRefusal(other)).toBe(false);
  });

  test('who falls ill later is added to the open case and counted; not from tomorrow, not twice, not to one that is over', async () => {
    const made = await create([{ who: b.diners[0]!.jobNumber, sick: true, onsetAt: hoursAgo(2) }]);
    const { id } = made.data;
    const add = async (who: string, onsetAt: string | null = hoursAgo(1)) =>
      (await b.school('food_trace/study', 'add', { id, people: [{ who, onsetAt, symptoms: '呕吐' }] })).errorcode;
    expect(await add(b.diners[2]!.jobNumber)).toBe(0);
    expect(await add(b.diners[2]!.jobNumber)).toBe(3484);
    expect(await add('又一个外来的人', hoursAgo(-5))).toBe(3482);
    expect((await look(id)).data).toMatchObject({ sick: 2 });
    await b.app.services.pool.query(`update trace_case set status = 'CLOSED' where id = $1`, [id]);
    expect(await add('又一个外来的人')).toBe(3483);
  });

  test('beside it: who went into the kitchen unchecked, what was recorded there, who opened a cabinet', async () => {
    const { pool } = b.app.services;
    const at = hoursAgo(3);
    const { rows } = await pool.query<{ person: number; place: number; district: number; device: number; day: string }>(
      `select w.person_id as person, w.restaurant_id as place, d.id as district, o.device_id as device,
         ($2::timestamptz - interval '4 hours')::date as day
       from cook_user w join district d on d.organization_id = w.organization_id and d.family = 'KITCHEN'
         join door o on o.organization_id = d.organization_id and o.district_id = d.id
       where w.organization_id = $1 order by w.id limit 1`,
      [b.organizationId, at],
    );
    const cook = rows[0]!;
    const made = await create([{ who: b.diners[0]!.jobNumber, sick: true, onsetAt: hoursAgo(0.1) }]);
    await pool.query(
      `insert into passage (organization_id, id, day, at, device_id, district_id, person_id, direction, identify, verdict, judged,
         late, doubtful, epoch, no, received_at)
       values ($1, 7700000001, $2, $3, $4, $5, $6, 'IN', 'CARD', 'PASS', 'PASS', false, false, 1, 77001, $3)`,
      [b.organizationId, cook.day, at, cook.device, cook.district, cook.person],
    );
    await pool.query(
      `insert into operate_record (organization_id, id, kind, restaurant_id, business_date, at, object, way, ppm, made_at, made_by, made_name)
       values ($1, 7700000002, 'DISINFECT', $2, $3, $4, '餐具', '浸泡', 250, $4, 1, '测试')`,
      [b.organizationId, cook.place, cook.day, at],
    );
    await pool.query(
      `insert into cabinet_open (organization_id, id, device_id, opened_at, way, illegal) values ($1, 7700000003, $2, $3, 'KEY', true)`,
      [b.organizationId, cook.device, at],
    );
    const { data } = await look(made.data.id);
    expect(data.kitchen.some(({ enteredAt }) => enteredAt !== null && Date.parse(enteredAt) <= Date.parse(at))).toBe(
      true,
    );
    expect(data.records).toContainEqual(expect.objectContaining({ object: '餐具', how: '浸泡，250 ppm' }));
    expect(data.openings[0]).toMatchObject({ way: 'KEY', illegal: true, seconds: null });
  });

  test('two years after it was closed its people are numbers, and it is opened and given out no more', async () => {
    const made = await create([
      { who: b.diners[0]!.jobNumber, sick: true, onsetAt: hoursAgo(0.1), symptoms: '腹泻' },
      { who: b.diners[1]!.jobNumber, sick: false },
    ]);
    const { id } = made.data;
    const { pool, clock } = b.app.services;
    const pack = await b.school<{ digest: string }>('food_trace/study', 'pack', { id });
    const closed = (days: number) =>
      pool.query(`update trace_case set status = 'CLOSED', checked_at = $2 where id = $1`, [
        id,
        new Date(clock.now() - days * 86_400_000).toISOString(),
      ]);
    await closed(700);
    expect(await forgetNames(b.app.services)).toBe(0);
    await closed(732);
    expect(await forgetNames(b.app.services)).toBe(1);
    expect(await forgetNames(b.app.services)).toBe(0);
    const { data } = await look(id);
    expect(data.people.map(({ name, jobNumber, known, symptoms }) => [name, jobNumber, known, symptoms])).toEqual([
      ['患者 1', '', false, '腹泻'],
      ['对照 1', '', false, ''],
    ]);
    // What was given out is kept as it was, under its digest.
    expect(data.packs.map(({ digest }) => digest)).toEqual([pack.data.digest]);
    expect((await b.school('food_trace/study', 'pack', { id })).errorcode).toBe(3485);
    expect((await b.school('food_trace', 'reopen', { id, reason: '复查' })).errorcode).toBe(3485);
  });
});
