/** A certificate that ends at midnight: no door believes its worker at ten to six, the new one opens them within the minute. */
import { expect } from 'vitest';
import { beat } from '../../../src/domains/device/testing.ts';
import { turnCertificates } from '../../../src/domains/kitchen/testing.ts';
import { addDays } from '../../../src/kit/server/clock.ts';
import { area, type Row, type Scene } from './stage.ts';

const well = { temperature: 36.5, hands: [], symptoms: [], dressOk: true, reason: '晨检仪故障' };
interface Pass {
  personId: number;
  from: number;
  to: number;
  graceUntil: number | null;
  withdrawn: boolean;
}

/** In the evening: a worker whose certificate has this day for its last, rostered for the next morning. */
export async function certificateEndsAtMidnight(scene: Scene): Promise<{ worker: Row; known: number }> {
  const { app, ask, rowsOf, one, doors, day, at, organizationId } = scene;
  await at(Date.parse(`${day}T18:00:00+08:00`));
  const zone = await one<{ id: number; restaurantId: number }>(
    `select d.id, d.restaurant_id as "restaurantId" from district d where d.name = '模拟后厨门' order by d.id limit 1`,
  );
  const { id } = await ask<{ id: number }>('cook_user', 'create', {
    name: '场景证到期',
    gender: null,
    phone: '13900008888',
    typeId: (
      await one<{ id: number }>(`select id from person_type where organization_id = $1 and is_default`, [
        organizationId,
      ])
    ).id,
    restaurantId: zone.restaurantId,
    post: 'COOK',
    onboardAt: day,
  });
  await certify(scene, id, 'JKZ-OLD', addDays(day, -300), day);
  type Grid = { cells: object[]; version: number };
  const grid = await ask<Grid>('cook_user/permissions', 'grid', {});
  const cell = { post: null, cookUserId: id, districtId: zone.id, allowed: true, weekdays: [1, 2, 3, 4, 5, 6, 7] };
  await ask('cook_user/permissions', 'save', {
    cells: [...grid.cells, { ...cell, startTime: '00:00', endTime: '24:00', requireCheck: true }],
    version: grid.version,
    note: '场景',
  });
  const tomorrow = addDays(day, 1);
  await ask('morning_check', 'roster', { cells: [{ workerId: id, day: tomorrow, shift: '早班', leave: null }] });
  const [worker] = await rowsOf('cook_user', { keyword: '场景证到期' });
  const [door] = await doors('SIMK-', '模拟闸机', 1);
  const told = await door!.call('GET', '/passes?since=0&limit=2000');
  const feed = told.data as unknown as { version: number; entries: Pass[] };
  // The evening before, every door already knows where it ends: whatever it hears later, or not.
  const early = Date.parse(`${tomorrow}T05:50:00+08:00`);
  for (const pass of feed.entries.filter(({ personId, withdrawn }) => personId === worker!.personId && !withdrawn))
    expect([pass.to > early, (pass.graceUntil ?? 0) > early]).toEqual([false, false]);
  expect(app.errors).toEqual([]);
  return { worker: worker!, known: feed.version };
}

async function certify(
  { app, ask, rowsOf, post }: Scene,
  workerId: number,
  no: string,
  issueDate: string,
  expireDate: string,
) {
  await ask('cook_user', 'certificate', { id: workerId, no, issuer: '区疾控', issueDate, expireDate, image: null });
  const row = (await rowsOf('cook_user/certificate', { cookUserId: workerId })).find((one) => one.no === no)!;
  // Who wrote it down does not confirm it.
  expect((await post('cook_user/certificate', 'confirm', { id: row.id })).errorcode).not.toBe(0);
  await ask('cook_user/certificate', 'confirm', { id: row.id }, await app.login('finance'));
}

/** The next morning at ten to six. */
export async function refusedAtTenToSix(
  scene: Scene,
  { worker, known }: { worker: Row; known: number },
): Promise<void> {
  const { app, ask, doors, desk, day, at } = scene;
  const tomorrow = addDays(day, 1);
  await at(Date.parse(`${tomorrow}T05:50:00+08:00`));
  await turnCertificates(app.services);
  const [door] = await doors('SIMK-', '模拟闸机', 1);
  const ask_ = async () => {
    const answer = await door!.call('POST', '/admit', { personId: worker.personId, direction: 'IN' });
    return answer.data as unknown as { ok: boolean; reason: string };
  };
  await ask('morning_check', 'register', { ...well, cookUserId: worker.id });
  expect(await ask_()).toMatchObject({ ok: false });
  await desk().open(`${area}/cook_user?keyword=场景证到期`);
  await desk().tab().getByText('场景证到期').first().waitFor();

  const start = app.clock.now();
  await certify(scene, worker.id, 'JKZ-NEW', tomorrow, addDays(tomorrow, 300));
  // The next beat says that passes changed; what is fetched then lets in.
  const told = await beat(door!, { passVersion: known });
  expect(Number((told.data as Record<string, unknown>).passVersion)).toBeGreaterThan(known);
  const fetched = await door!.call('GET', `/passes?since=${known}&limit=2000`);
  const now = app.clock.now();
  const { entries } = fetched.data as unknown as { entries: Pass[] };
  const holding = entries.filter(
    (one) => one.personId === worker.personId && !one.withdrawn && one.from <= now && one.to > now,
  );
  expect(holding).toHaveLength(1);
  expect(await ask_()).toMatchObject({ ok: true });
  expect(app.clock.now() - start).toBeLessThan(60_000);
}
