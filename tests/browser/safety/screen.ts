/** A wall without its server; an inspector who reads everything and writes nothing; another unit, which sees none of it. */
import { expect } from 'vitest';
import { areaOf, ownerPath } from '../../../src/kit/define/page.ts';
import { hireAs, verbsAt } from '../../api/walk.ts';
import { area, type Scene } from './stage.ts';

export async function wallOvernight(scene: Scene): Promise<void> {
  const { app, browser, ask, one } = scene;
  const screen = await one<{ id: number }>(
    `select d.id from device d join device_type t on t.id = d.type_id and t.kind = 'DISPLAY'
     join organization o on o.id = d.organization_id and o.kind = 'SCHOOL' where d.status = 'ACTIVE' order by d.id limit 1`,
  );
  const given = await ask<{ path: string }>('unit_information/link', 'address', { deviceId: screen.id });
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'zh-CN' });
  const start = app.clock.now();
  await context.clock.install({ time: start });
  const wall = await context.newPage();
  await wall.goto(app.origin + given.path);
  await wall.locator('.bd-head h1').waitFor();
  // What the worker keeps comes back when the wall is switched on without a server.
  await wall.waitForFunction(async () => {
    const cache = await caches.open('screen-1');
    const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    return ['/api/screen/board', '/screen/', '/assets/'].every((part) => kept.some((path) => path.startsWith(part)));
  });
  await context.setOffline(true);
  await wall.reload();
  await wall.locator('.bd-head h1').waitFor();
  await wall.clock.runFor(11 * 60_000);
  await wall.getByText(/^离线，更新于/).waitFor();
  await wall.clock.setFixedTime(start + 24 * 3_600_000);
  await wall.clock.runFor(30_000);
  for (const word of ['今日晨检', '今日留样', '今日菜谱']) expect(await wall.getByText(word).count(), word).toBe(0);
  await context.close();
}

/** What an inspector may be given beside reading: nothing of it changes a record. */
const reading = new Set(['query', 'sums', 'get', 'options', 'notice', 'history']);
const safety = ['食品安全', '门禁考勤'];

export async function inspectorReads(scene: Scene): Promise<void> {
  const { app, ask } = scene;
  const roles = await ask<{ id: number; name: string }[]>('role', 'options', { size: 50 });
  const role = roles.find(({ name }) => name === '监管')!;
  const inspector = await hireAs(app, 'school', 'organization', role.id, 'scene-gov');
  const company = await app.login('company');
  const { registry } = app.services;
  const walked: string[] = [];
  for (const entry of registry.all) {
    const { page, path, binding } = entry;
    let owner = entry;
    while (owner.page.of) owner = registry.at(ownerPath(owner.path))!;
    const menu = owner.page.places.find((place) => place.path === owner.path)?.menu;
    if (areaOf(path) !== 'organization' || !safety.includes(menu?.[0] ?? '') || (!binding.list && !binding.query))
      continue;
    // What belongs to a record is asked for with it.
    const seen = await app.post(path, 'query', { size: 1, search: page.of?.by ? { [page.of.by]: 1 } : {} }, inspector);
    // Money, rosters and settings of doors are no business of the inspector's.
    if (seen.body.errorcode === 1003 || seen.body.errorcode === 1007) continue;
    if (!page.of) expect(seen.body.errorcode, `${path}: ${seen.body.errormsg}`).toBe(0);
    walked.push(path);
    const quiet = new Set([...reading, ...(binding.reads ?? [])]);
    for (const verb of verbsAt(entry).filter((one) => !quiet.has(one))) {
      const answer = await app.post(path, verb, { id: 1, ids: [1] }, inspector);
      expect(answer.body.errorcode, `${path}/${verb} of 监管`).toBe(1003);
    }
    const [row] = (seen.body.data as { rows?: { id?: number }[] } | null)?.rows ?? [];
    if (row?.id === undefined || !binding.list || page.of) continue;
    const other = await app.post(path, 'get', { id: row.id }, company);
    expect(other.body.errorcode, `${path}: another unit sees ${row.id}`).not.toBe(0);
  }
  for (const path of ['morning_check', 'sample_management', 'cook_user', 'food_safety_employee'])
    expect(walked).toContain(`${area}/${path}`);
}
