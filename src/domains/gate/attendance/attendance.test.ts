/** Attendance: what days come to, who decides on leave, and what becomes of a day when a gate tells late. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { envelopeOf, walkFlow } from '../../../../tests/support/walk-flow.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { postEvents } from '../../device/public.server.ts';
import type { PeopleBench } from '../../people/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { gateBench, sites } from '../testing.ts';
import { recountAttendance, turnAttendance } from './attendance-clock.ts';
import { decideDay, hoursOn, type Punch, type Shift } from './decide-day.ts';
import { leaveImport } from './import-leave.ts';
import attendance from './pages/access-control-attendance.server.ts';
import leave from './pages/access-control-attendance-leave.server.ts';
import month from './pages/access-control-attendance-month.server.ts';
import plan from './pages/access-control-attendance-plan.server.ts';
import shift from './pages/access-control-attendance-shift.server.ts';
import { worksOn } from './read-plans.ts';
import { requestFlow } from './request-flow.ts';

const day = '2026-03-02';
const at = (hm: string, on = day) => Date.parse(`${on}T${hm}:00+08:00`);
const shiftOf = (...pairs: [string, string][]): Shift => ({
  pairs,
  graceMin: 5,
  absentMin: 60,
  beforeMin: 60,
  afterMin: 60,
});
const punch = (hm: string, direction: 'IN' | 'OUT', on = day): Punch => ({ at: at(hm, on), direction });
const rest = { leave: [], complete: true, nowMs: at('12:00', '2026-03-05') } as const;
const result = (punches: Punch[], more: object = {}, one = shiftOf(['08:00', '17:00'])) =>
  decideDay(punches, one, day, { ...rest, ...more })?.result;

describe('a day', () => {
  const both = (from: string, to: string) => [punch(from, 'IN'), punch(to, 'OUT')];

  it('is normal, late, early, missed or absent', () => {
    expect(result(both('07:50', '17:01'))).toBe('NORMAL');
    expect(result(both('08:05', '17:00'))).toBe('NORMAL');
    expect(decideDay(both('08:06', '16:30'), shiftOf(['08:00', '17:00']), day, rest)).toEqual({
      firstIn: at('08:06'),
      lastOut: at('16:30'),
      lateMin: 6,
      earlyMin: 30,
      result: 'LATE',
    });
    expect(result(both('07:50', '16:30'))).toBe('EARLY');
    expect(result([punch('07:50', 'IN')])).toBe('MISSED');
    expect(result([])).toBe('ABSENT');
    expect(result(both('09:01', '17:00'))).toBe('ABSENT');
    // Outside of the window: another shift's.
    expect(result(both('06:59', '18:01'))).toBe('ABSENT');
  });

  it('is not decided while its window is open, nor against anybody while a gate has more to tell', () => {
    expect(result([], { nowMs: at('17:59') })).toBeUndefined();
    expect(result([], { complete: false })).toBe('PENDING');
    expect(result([punch('07:50', 'IN')], { complete: false })).toBe('PENDING');
    expect(result(both('07:50', '17:00'), { complete: false })).toBe('NORMAL');
  });

  it('asks nothing of the half that was granted', () => {
    const two = shiftOf(['08:00', '11:30'], ['13:30', '17:00']);
    expect(result([], { leave: ['ALL'] })).toBe('LEAVE');
    expect(result([], { leave: ['AM', 'PM'] }, two)).toBe('LEAVE');
    expect(result([punch('13:20', 'IN'), punch('17:00', 'OUT')], { leave: ['AM'] }, two)).toBe('NORMAL');
    expect(result([punch('13:20', 'IN'), punch('17:00', 'OUT')], {}, two)).toBe('MISSED');
    expect(result([], { leave: ['AM'] }, two)).toBe('ABSENT');
  });

  it('goes over midnight with its shift', () => {
    const night = shiftOf(['22:00', '06:00']);
    expect(hoursOn(night, day)).toEqual([{ from: at('22:00'), to: at('06:00', '2026-03-03') }]);
    expect(result([punch('21:50', 'IN'), punch('06:10', 'OUT', '2026-03-03')], {}, night)).toBe('NORMAL');
    expect(hoursOn(shiftOf(['20:00', '23:00'], ['01:00', '05:00']), day)[1]).toEqual({
      from: at('01:00', '2026-03-03'),
      to: at('05:00', '2026-03-03'),
    });
  });
});

it('a plan works on its weekdays, or on the first days of its cycle', () => {
  const plan = { dayKinds: [], weekdays: [] as number[], cycleDays: null, cycleWork: null, fromDate: '2026-03-02' };
  const week = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'];
  const works = (more: object) =>
    week.map((one) => Number(worksOn({ ...plan, ...more }, one, () => 'WORKDAY'))).join('');
  expect(works({})).toBe('1111111');
  // The second of March is a Monday.
  expect(works({ weekdays: [1, 3, 7] })).toBe('1010001');
  expect(works({ cycleDays: 4, cycleWork: 2 })).toBe('1100110');
  expect(works({ cycleDays: 3, cycleWork: 1, fromDate: '2026-03-01' })).toBe('0010010');
  expect(works({ cycleDays: 2, cycleWork: 1, weekdays: [1, 2, 3] })).toBe('1010000');
  expect(works({ dayKinds: ['HOLIDAY'] })).toBe('0000000');
});

describe('from passages', () => {
  const page = '/admin/organization/access_control_attendance';
  const hour = 3_600_000;
  let b: PeopleBench;
  let worker: number;
  let today: string;
  let no = 0;

  beforeAll(async () => {
    b = await gateBench([], [attendance, shift, plan, leave, month]);
    const now = isoAt(b.clock.now());
    await b.database.pool.query(
      `insert into device_type (id, name, model, kind, created_at, updated_at) values (77, '门禁机', 'G1', 'GATE', $1, $1)`,
      [now],
    );
    await b.database.pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values (901, '门901', 77, '门901', $2, 'ACTIVE', $1, $1)`,
      [now, units.organization],
    );
    await b.school.call(sites, 'create', {
      name: '东门',
      kind: 'GATE',
      sort: 0,
      status: 'NORMAL',
      doors: [{ deviceId: 901, direction: 'BOTH' }],
    });
    worker = await b.open({ name: '陈一', typeId: b.typeId, jobNumber: 'W001' });
    today = now.slice(0, 10);
    const { id: shiftId } = await b.school.call<{ id: number }>(`${page}/shift`, 'create', {
      name: '日班',
      in1: '08:00',
      out1: '17:00',
      graceMin: 5,
      absentMin: 60,
      beforeMin: 60,
      afterMin: 60,
      status: 'NORMAL',
    });
    await b.school.call(`${page}/plan`, 'create', {
      name: '全体',
      shiftId,
      personIds: [worker],
      dayKinds: [],
      fromDate: today,
      status: 'NORMAL',
    });
    b.clock.advance(at('20:00', today) - b.clock.now());
  });
  afterAll(() => b?.close());
  beforeEach(() =>
    b.database.pool.query('truncate passage, attendance_day, attendance_due, attendance_request, device_beat'),
  );

  const pass = async (hm: string, direction: string) => {
    no += 1;
    const known = {
      at: { deviceId: 901, organizationId: units.organization, sn: '门901', name: '门901', restaurantId: 0 },
      epoch: 1,
      kind: 'GATE',
      clockOffsetMs: 0,
    } as Parameters<typeof postEvents>[1];
    const event = { epoch: 1, no, kind: 'PASSAGE', at: at(hm, today), direction, personId: worker };
    return postEvents(b.services, known, { events: [{ ...event, identify: 'CARD', verdict: 'PASS' }] });
  };
  /** The gate's last beat, and what it still had to send then. */
  const beat = (waiting: number) =>
    b.database.pool.query(
      `insert into device_beat (device_id, last_beat_at, ip, firmware, offline_count, list_version, clock_offset_ms, epoch, last_seq)
       values (901, $1, '', '', $2, 0, 0, 1, 0)
       on conflict (device_id) do update set last_beat_at = excluded.last_beat_at, offline_count = excluded.offline_count`,
      [isoAt(b.clock.now()), waiting],
    );
  const days = async () =>
    (await b.school.call<{ rows: Record<string, unknown>[] }>(page, 'query', { search: {} })).rows.filter(
      (row) => row.day === today,
    );

  it('a gate that was cut off leaves the day open, and what it tells later decides it', async () => {
    await beat(2);
    await turnAttendance(b.services);
    expect(await days()).toMatchObject([{ personId: worker, result: 'PENDING', shiftName: '日班' }]);
    expect(await b.school.call(page, 'notice', { search: {} })).toMatchObject({ tone: 'warning' });
    await pass('08:20', 'IN');
    await pass('17:00', 'OUT');
    await beat(0);
    await turnAttendance(b.services);
    expect(await days()).toMatchObject([{ result: 'LATE', lateMin: 20, earlyMin: 0 }]);
    await turnAttendance(b.services);
    expect(await days()).toHaveLength(1);
  });

  it('a punch that was forgotten counts once another has agreed, and not any more when it is taken back', async () => {
    await pass('07:50', 'IN');
    await beat(0);
    await turnAttendance(b.services);
    expect(await days()).toMatchObject([{ result: 'MISSED' }]);
    const asked = { personId: worker, kind: 'PUNCH_OUT', punchAt: isoAt(at('17:05', today)), reason: '忘刷' };
    const { id } = await b.school.call<{ id: number }>(`${page}/leave`, 'create', asked);
    expect(await b.school.call<Refusal>(`${page}/leave`, 'approve', { ids: [id] })).toMatchObject({ refused: true });
    await b.database.pool.query('update attendance_request set maker_id = 1 where id = $1', [id]);
    await b.school.call(`${page}/leave`, 'approve', { ids: [id] });
    expect(await days()).toMatchObject([{ result: 'NORMAL' }]);
    await b.school.call(`${page}/leave`, 'cancel', { ids: [id], note: '填错' });
    expect(await days()).toMatchObject([{ result: 'MISSED' }]);
  });

  it('a request goes where its flow says, by the hand it says', async () => {
    const { pool } = b.database;
    const asked = { personId: worker, kind: 'PUNCH_OUT', punchAt: isoAt(at('17:05', today)), reason: '忘刷' };
    const { id } = await b.school.call<{ id: number }>(`${page}/leave`, 'create', asked);
    const { rows } = await pool.query('select maker_id from attendance_request where id = $1', [id]);
    const own = rows[0].maker_id;
    expect(
      await walkFlow(requestFlow, {
        place: (status, mine) =>
          pool.query('update attendance_request set status = $2, maker_id = $3 where id = $1', [
            id,
            status,
            mine ? own : 1,
          ]),
        call: async (event) => envelopeOf(await b.school.call(`${page}/leave`, event, { ids: [id], note: '核对' })),
        status: async () =>
          (await pool.query('select status from attendance_request where id = $1', [id])).rows[0].status,
      }),
    ).toEqual([]);
  });

  it('the days of a time add up', async () => {
    await beat(0);
    await turnAttendance(b.services);
    const { rows } = await b.school.call<{ rows: Record<string, unknown>[] }>(`${page}/month`, 'query', {
      search: { day: [today, today] },
    });
    expect(rows).toMatchObject([{ name: '陈一', due: 1, absent: 1, normal: 0 }]);
    // A department nobody knows has nobody.
    const none = await b.school.call<{ rows: unknown[] }>(`${page}/month`, 'query', {
      search: { day: [today, today], departmentId: [987654] },
    });
    expect(none.rows).toEqual([]);
  });

  it('refuses what cannot be', async () => {
    const field = async (verb: string, more: Record<string, unknown>) =>
      Object.keys((await b.school.call<Refusal>(`${page}/${verb}`, 'create', more)).fields ?? {})[0];
    const asked = { personId: worker, reason: 'x', half: 'ALL' };
    expect(await field('leave', { ...asked, kind: 'PUNCH_IN' })).toBe('punchAt');
    const ahead = isoAt(b.clock.now() + hour);
    expect(await field('leave', { ...asked, kind: 'PUNCH_IN', punchAt: ahead })).toBe('punchAt');
    expect(await field('leave', { ...asked, kind: 'SICK', fromDate: today, toDate: '2020-01-01' })).toBe('toDate');
    const shiftValues = { name: '错', in1: '08:00', out1: '12:00', status: 'NORMAL' };
    expect(await field('shift', { ...shiftValues, in2: '13:00' })).toBe('out2');
    expect(await field('shift', { ...shiftValues, in2: '11:00', out2: '10:00' })).toBe('out1');
    expect(await field('plan', { name: '空', shiftId: 1, fromDate: today })).toBeDefined();
  });

  it('the weekdays of a plan are kept as they were chosen', async () => {
    const { rows } = await b.school.call<{ rows: { id: number; version: number }[] }>(`${page}/plan`, 'query', {});
    await b.school.call(`${page}/plan`, 'update', { ...rows[0]!, weekdays: ['1', '5'] });
    const after = await b.school.call<{ rows: object[] }>(`${page}/plan`, 'query', {});
    expect(after.rows).toMatchObject([{ weekdays: ['1', '5'] }]);
    const bad = await b.school.call(`${page}/plan`, 'update', { ...rows[0]!, version: 2, cycleDays: 4, cycleWork: 4 });
    expect(bad).toMatchObject({ fields: { cycleWork: expect.any(String) } });
    await b.database.pool.query(`update shift_plan set weekdays = '{}'`);
  });

  it('leave comes from a sheet as well, by number, and not twice for the same days', async () => {
    const ctx = b.school.ctx(`${page}/leave`);
    const row = (rowNo: number, values: object) => ({
      rowNo,
      values: { jobNumber: 'W001', kind: 'SICK', fromDate: today, toDate: null, half: null, reason: '发热', ...values },
    });
    const rows = [row(1, {}), row(2, {}), row(3, { jobNumber: 'NOBODY' }), row(4, { kind: 'PUNCH_IN' })] as never[];
    const errors = await leaveImport.check!(ctx, rows);
    expect([...errors].map(([no, fields]) => [no, Object.keys(fields)])).toEqual([
      [2, ['fromDate']],
      [3, ['jobNumber']],
      [4, ['kind']],
    ]);
    expect([...(await leaveImport.commit(ctx, [rows[0]!]))]).toEqual([]);
    const { rows: asked } = await b.school.call<{ rows: Record<string, unknown>[] }>(`${page}/leave`, 'query', {});
    expect(asked).toMatchObject([{ kind: 'SICK', half: 'ALL', status: 'ASKED', fromDate: today }]);
    expect((await leaveImport.check!(ctx, [rows[0]!])).size).toBe(1);
    // Whoever checked the same sheet before it was written is told when writing.
    expect([...(await leaveImport.commit(ctx, [rows[0]!]))]).toEqual([[1, '这几天已有请假']]);
    const blank = row(5, { jobNumber: null }) as never;
    expect((await leaveImport.check!(ctx, [blank])).get(5)).toEqual({ jobNumber: '不能为空' });
  });

  it('by night the days are what the passages say, whatever a row was made to say', async () => {
    await turnAttendance(b.services);
    b.clock.advance(24 * hour);
    await turnAttendance(b.services);
    const rows = async () =>
      (await b.database.pool.query('select day::text as day, result from attendance_day order by day')).rows;
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);
    await b.database.pool.query(`update attendance_day set result = 'NORMAL', late_min = 0 where day = $1`, [today]);
    expect(await rows()).not.toEqual(before);
    await recountAttendance(b.services);
    expect(await rows()).toEqual(before);
  });
});
