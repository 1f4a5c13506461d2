/** An officer's day: six in the morning, and two in the afternoon when what was forgotten has been told. */
import { expect } from 'vitest';
import { demoPassword } from '../../../src/domains/identity/public.server.ts';
import { missWindows } from '../../../src/domains/samples/public.server.ts';
import { tellOfSamples } from '../../../src/domains/samples/testing.ts';
import { isoAt } from '../../../src/kit/server/clock.ts';
import { area, type Row, type Scene } from './stage.ts';

const well = { temperature: 36.5, hands: [], symptoms: [], dressOk: true };
const second = { account: 'finance', password: demoPassword };

/** A dish of today's meal at the restaurant that has a cabinet, typed in by hand. */
async function dishOf({ ask, rowsOf, day }: Scene, dishName: string): Promise<Row> {
  const [link] = await rowsOf('sample_device_food_link');
  const meals = await rowsOf('meal');
  await ask('sample_management', 'create', {
    diningDate: day,
    mealPeriodId: meals.find(({ name }) => String(name).includes('午'))!.id,
    restaurantId: link!.restaurantId,
    dishes: [{ dishName, dishTypeId: null }],
  });
  return (await rowsOf('sample_management', { keyword: dishName }))[0]!;
}

export async function officerAtSix(scene: Scene): Promise<void> {
  const { ask, post, rowsOf, play, day, desk } = scene;
  const told = await play('morning');
  expect(told.faults).toBe(0);
  await desk().open(`${area}/morning_check`);
  await desk().tab().getByText('矩阵', { exact: true }).first().waitFor();
  const [worker] = await rowsOf('cook_user', { certificateState: ['VALID'], status: ['NORMAL'] });
  await ask('morning_check', 'register', {
    ...well,
    cookUserId: worker!.id,
    hands: ['JEWELLERY'],
    reason: '晨检仪前未摘戒指',
  });
  const today = { checkDate: [day, day] };
  const [fix] = await rowsOf('morning_check', { result: ['FIX'], ...today });
  expect(fix).toMatchObject({ why: expect.stringContaining('饰物') });
  await ask('morning_check', 'recheck', { id: fix!.id, ...well });
  const checks = await rowsOf('morning_check', today);
  const own = checks.filter(({ cookUserId }) => cookUserId === worker!.id).map(({ result }) => result);
  expect(own.slice(0, 2).toSorted()).toEqual(['FIX', 'PASS']);

  // Seven grams too few are too few; topped up it is well, labelled, and put into a cell of its own.
  const sample = await dishOf(scene, '场景红烧肉');
  const least = Number(sample.minGrams);
  const weigh = (grams: number) =>
    post('sample_management', 'weigh', { id: sample.id, grams, weighReason: '', cell: null, photo: null });
  expect(await weigh(Math.min(118, least - 7))).toMatchObject({ errormsg: expect.stringContaining('还差') });
  expect(await weigh(least + 6)).toMatchObject({ errorcode: 0 });
  const [label] = await ask<{ code: string; sampleNo: string }[]>('sample_management', 'labels', { ids: [sample.id] });
  expect(label!.code).toMatch(/^S1:/);
  // Read by a scanner, which types: the palette finds the sample.
  const { page } = desk();
  await page.keyboard.press('Control+k');
  await page.locator('.oc-palette-input').fill(label!.code);
  await page.locator('.oc-palette-list').getByText(label!.sampleNo).first().click();
  await desk().tab().getByText('场景红烧肉').first().waitFor();
  const taken = new Set(
    (await rowsOf('sample_management', { status: ['RETAINING', 'SEALED'] })).map(({ cell }) => cell),
  );
  const free = ['J10', 'J9', 'J8', 'I10'].find((cell) => !taken.has(cell))!;
  await ask('sample_management', 'put', { id: sample.id, cell: free });
  const [kept] = await rowsOf('sample_management', { keyword: label!.code });
  expect(kept).toMatchObject({ id: sample.id, status: 'RETAINING', cell: free, grams: least + 6 });
  await dishOf(scene, '场景忘了留的菜');
}

export async function officerAtTwo(scene: Scene): Promise<void> {
  const { app, ask, post, rowsOf, day, desk, at } = scene;
  const [forgotten] = await rowsOf('sample_management', { keyword: '场景忘了留的菜' });
  await at(Math.max(app.clock.now(), Date.parse(String(forgotten!.windowTo)) + 60_000));
  await missWindows(app.services);
  await tellOfSamples(app.services);
  const meal = {
    mealPeriodId: [forgotten!.mealPeriodId],
    restaurantId: [forgotten!.restaurantId],
    diningDate: [day, day],
  };
  const missing = () => rowsOf('alert_detail', { kind: ['SAMPLE_MISSING'], status: ['OPEN', 'HANDLING'] });
  const about = (rows: Row[]) => rows.filter(({ detail }) => String(detail).includes('场景忘了留的菜'));
  expect(about(await missing())).toHaveLength(1);
  await desk().open(`${area}/sample_management?keyword=场景忘了留的菜&diningDate=`);
  await desk().tab().getByText('漏留').first().waitFor();
  // Late is said to be late; with all of the meal weighed the alert is over.
  const rest = await rowsOf('sample_management', { ...meal, status: ['MISSED', 'TO_SAMPLE'] });
  const weighing = (weighReason: string) => ({
    samples: rest.map(({ id, minGrams }) => ({ id, grams: Number(minGrams), weighReason, cell: null, photo: null })),
  });
  expect(await post('sample_management', 'weighAll', weighing(''))).not.toMatchObject({ errorcode: 0 });
  await ask('sample_management', 'weighAll', weighing('忙中漏留，补留'));
  const [late] = await rowsOf('sample_management', { keyword: '场景忘了留的菜' });
  expect(late).toMatchObject({ status: 'SAMPLED', quality: 'LATE' });
  await tellOfSamples(app.services);
  expect(about(await missing())).toEqual([]);

  // The day's sheet is signed where it is looked at; what is printed is what was seen.
  const { page } = desk();
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await desk().open(`${area}/sample_daily_report`);
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await desk().tab().getByRole('button', { name: '台账与签字' }).click();
  const sheet = desk().dialog();
  await sheet.getByText('场景红烧肉').waitFor();
  await sheet.getByLabel('本人密码').fill(demoPassword);
  await sheet.getByRole('button', { name: /签\s*字/ }).click();
  await page.getByText('已签字').first().waitFor();
  const lines = (of: string) => page.locator(`${of} tbody tr`).allInnerTexts();
  await sheet.getByRole('button', { name: /打\s*印/ }).click();
  await page.locator('.k-print-root tbody tr').first().waitFor({ state: 'attached' });
  const printed = await page.locator('.k-print-root tbody tr').allTextContents();
  const shown = await sheet.locator('tbody tr').allTextContents();
  expect(printed).toEqual(shown);
  expect((await lines('.ant-modal')).length).toBe(shown.length);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  // Every number of the report's line leads to as many samples.
  const { rows } = await ask<{ rows: Row[] }>('sample_daily_report', 'query', { search: { diningDate: [day, day] } });
  const line = rows.find(({ restaurantId }) => restaurantId === forgotten!.restaurantId)!;
  const of = {
    diningDate: [day, day],
    restaurantId: [forgotten!.restaurantId],
    mealPeriodId: [line.mealPeriodId].filter(Boolean),
  };
  const behind = async (more: object) => (await rowsOf('sample_management', { ...of, ...more })).length;
  expect(await behind({ status: ['SAMPLED', 'RETAINING', 'SEALED', 'REMOVED'] })).toBe(line.doneCount);
  expect(await behind({ quality: ['LATE'] })).toBe(line.lateCount);

  // 日管控 is looked at and signed with one's own password alone; what was counted stands in it.
  const asked = { kind: 'DAY', day };
  type Item = { key: string; auto: boolean; verdict: string | null; note: string };
  const open = await ask<{ version: number; items: Item[] }>('food_safety_employee', 'sheet', asked);
  const items = open.items.map(({ key, auto, note }) => ({ key, verdict: auto ? null : 'OK', note }));
  const signing = { ...asked, version: open.version, items };
  expect((await post('food_safety_employee', 'sign', { ...signing, password: 'wrong-one' })).errorcode).not.toBe(0);
  await ask('food_safety_employee', 'sign', { ...signing, password: demoPassword });
  const signed = await ask<{ status: string; digest: string; signedAt: string }>(
    'food_safety_employee',
    'sheet',
    asked,
  );
  expect(signed).toMatchObject({ status: 'SIGNED', digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(Date.parse(signed.signedAt)).toBe(Date.parse(isoAt(app.clock.now())));
}

/** Two days later its time is over: it goes by two, not before, and not with oneself as the other. */
export async function dueGoesByTwo(scene: Scene): Promise<void> {
  const { ask, post, rowsOf, day, at } = scene;
  const [kept] = await rowsOf('sample_management', { keyword: '场景红烧肉' });
  const due = Date.parse(String(kept!.dueAt));
  const alone = { account: 'school', password: demoPassword };
  const discard = async (witness: object | undefined) =>
    (await post('sample_management', 'discard', { ids: [kept!.id], witness })).errorcode;
  await at(due - 60_000);
  expect(await discard(second)).not.toBe(0);
  await at(due + 60_000);
  expect((await rowsOf('sample_management', { due: ['DUE'] })).map(({ id }) => id)).toContain(kept!.id);
  for (const witness of [undefined, alone]) expect(await discard(witness)).not.toBe(0);
  await ask('sample_management', 'discard', { ids: [kept!.id], witness: second });
  const [gone] = await rowsOf('sample_management', { keyword: '场景红烧肉' });
  expect(gone).toMatchObject({ status: 'REMOVED', witnessName: expect.stringMatching(/./), diningDate: day });
}
