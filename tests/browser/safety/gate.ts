/** The gates at twenty past seven: who is inside, lost cards, wrong hours, a code used twice, a gate that was cut off. */
import { expect } from 'vitest';
import { beat } from '../../../src/domains/device/testing.ts';
import { turnAttendance } from '../../../src/domains/gate/public.server.ts';
import { dateAt, isoAt } from '../../../src/kit/server/clock.ts';
import { area, type Scene } from './stage.ts';

const minute = 60_000;
type Admitted = { ok: boolean; reason: string; name: string };

export async function gatesAtTwentyPastSeven(scene: Scene): Promise<void> {
  const { app, ask, rowsOf, play, one, doors, tell, desk, morning, day, at, organizationId } = scene;
  await at(morning + 80 * minute);
  const tally = await play('gate');
  expect(tally.faults).toBe(0);
  const { inside } = await one<{ inside: number }>(
    `select coalesce(sum(case when g.verdict <> 'PASS' then 0 when g.direction = 'IN' then 1 else -1 end), 0)::int as inside
     from passage g join district d on d.organization_id = g.organization_id and d.id = g.district_id and d.name = '模拟校门'
     where g.day = $1`,
    [dateAt(app.clock.now())],
  );
  const { text } = await ask<{ text: string }>('enter_record', 'notice', { search: {} });
  expect(text).toContain(`模拟校门 ${inside} 人`);
  await desk().open(`${area}/enter_record`);
  await desk().tab().getByText(`模拟校门 ${inside} 人`).first().waitFor();
  const refused = await rowsOf('enter_record', { unseen: true, at: [day, day] });
  expect(refused.some((row) => typeof row.picture === 'string' && row.picture !== '')).toBe(true);

  const [front, back] = await doors('SIMG-', '模拟闸机', 3);
  const [district] = await rowsOf('district', { keyword: '模拟校门' });
  const mayPass = async (who: object): Promise<Admitted> => {
    const answer = await front!.call('POST', '/admit', { ...who, direction: 'IN' });
    return answer.data as unknown as Admitted;
  };
  const { rows: holders } = await app.services.pool.query<{ personId: number; cardNo: string }>(
    `select p.id as "personId", c.card_no as "cardNo" from card c
       join person p on p.organization_id = c.organization_id and p.id = c.person_id and p.status = 'NORMAL'
     where c.organization_id = $1 and c.status = 'NORMAL' order by p.id desc limit 3`,
    [organizationId],
  );
  const [lost, pupil, host] = holders;

  // A card that was lost an instant ago opens nothing.
  expect(await mayPass({ cardNo: lost!.cardNo })).toMatchObject({ ok: true });
  await ask('user', 'reportLoss', { ids: [lost!.personId] });
  expect(await mayPass({ cardNo: lost!.cardNo })).toMatchObject({ ok: false, reason: '卡不是正常状态' });

  // Out of hours: asked, it is refused; a door that let in all the same is shown to differ.
  const rule = await ask<{ id: number }>('district/rule', 'create', {
    districtId: district!.id,
    name: '场景早读前',
    effect: 'ALLOW',
    direction: 'IN',
    fromTime: '06:00',
    toTime: '07:10',
    sure: true,
    status: 'NORMAL',
  });
  expect(await mayPass({ cardNo: pupil!.cardNo })).toMatchObject({ ok: false });
  await tell(front!, { direction: 'IN', personId: pupil!.personId, verdict: 'PASS' });
  const [differing] = await rowsOf('enter_record', { differs: true, personId: [pupil!.personId], at: [day, day] });
  expect(differing).toMatchObject({ verdict: 'PASS', judged: 'REFUSED' });
  await ask('district/rule', 'remove', { id: rule.id });
  expect(await mayPass({ cardNo: pupil!.cardNo })).toMatchObject({ ok: true });

  // A visitor's code opens once, and the records name who came.
  const made = await ask<{ id: number }>('creaate_entrance_qrcode', 'create', {
    holderName: '场景访客',
    kind: 'VISITOR',
    hostId: host!.personId,
    districtIds: [district!.id],
    fromAt: isoAt(app.clock.now() - minute),
    toAt: isoAt(app.clock.now() + 60 * minute),
    maxUse: 1,
    onlineOnly: false,
  });
  const { receipt } = await ask<{ receipt: { qr: string } }>('creaate_entrance_qrcode', 'show', { ids: [made.id] });
  expect(await mayPass({ code: receipt.qr })).toMatchObject({ ok: true, name: '场景访客' });
  await tell(front!, { direction: 'IN', identify: 'CODE', code: receipt.qr, verdict: 'PASS' });
  expect(await mayPass({ code: receipt.qr })).toMatchObject({ ok: false, reason: '入口码的 1 次已用完' });
  await desk().open(`${area}/enter_record?keyword=场景访客`);
  await desk().tab().getByText('场景访客').first().waitFor();

  // The other gate was cut off for ten minutes: nobody is absent for it, and the day settles once it has told.
  const shift = await ask<{ id: number }>('access_control_attendance/shift', 'create', {
    name: '场景早班',
    in1: '06:10',
    out1: '07:10',
    graceMin: 0,
    absentMin: 30,
    beforeMin: 60,
    afterMin: 5,
    districtIds: [district!.id],
    status: 'NORMAL',
  });
  await ask('access_control_attendance/plan', 'create', {
    name: '场景排班',
    shiftId: shift.id,
    personIds: [host!.personId],
    dayKinds: [],
    fromDate: day,
    status: 'NORMAL',
  });
  const result = async () => {
    await turnAttendance(app.services);
    const rows = await rowsOf('access_control_attendance', { personId: [host!.personId], day: [day, day] });
    return rows.map((row) => row.result);
  };
  await beat(back!, { offlineCount: 2 });
  expect(await result()).toEqual(['PENDING']);
  for (const [hm, direction] of [
    ['06:05', 'IN'],
    ['07:12', 'OUT'],
  ])
    await tell(back!, {
      direction,
      personId: host!.personId,
      verdict: 'PASS',
      at: Date.parse(`${day}T${hm}:00+08:00`),
    });
  await beat(back!);
  expect(await result()).toEqual(['NORMAL']);
}
