/** A face that was taken back: where it still is, by name; a terminal that keeps silent is told of; the ledger as it is printed. */
import { expect } from 'vitest';
import { area, type Scene } from './stage.ts';

export async function faceTakenBack(scene: Scene): Promise<void> {
  const { app, ask, rowsOf, desk, one } = scene;
  const [held] = await rowsOf('face_info_count/ledger', { state: ['HELD'] });
  await ask('user', 'faceWithdraw', { ids: [held!.personId], reason: '本人要求' });
  const leaving = await rowsOf('face_info_count/ledger', { state: ['LEAVING'] });
  // The same person may be known at several doors: the one that held the face is asked to let go of it.
  const silent = leaving.find(
    ({ personId, deviceName }) => personId === held!.personId && deviceName === held!.deviceName,
  )!;
  expect(silent).toBeDefined();
  // A terminal that keeps more than it should have is told of by name.
  const leftover = await one<{ n: number }>(
    `select count(*)::int as n from alert a join organization o on o.id = a.organization_id and o.kind = 'SCHOOL'
     where a.kind in ('FACE_LEFTOVER', 'NAME_LIST_FAIL') and a.status in ('OPEN', 'HANDLING')`,
  );
  expect(leftover.n).toBeGreaterThan(0);
  const { text } = await ask<{ text: string }>('face_info_count/ledger', 'notice', { search: {} });
  expect(text).toMatch(/等待设备删除/);
  await ask('user/push', 'cleared', { id: silent.id, reason: '设备已拆回清空' });
  const { page } = desk();
  await desk().open(`${area}/face_info_count/ledger?proof=CONFIRMED`);
  await desk().tab().getByText('人工确认').first().waitFor();
  const confirmed = await rowsOf('face_info_count/ledger', { proof: ['CONFIRMED'] });
  expect(confirmed.map(({ id }) => id)).toContain(silent.id);
  const declared = await rowsOf('face_info_count/ledger', { proof: ['DECLARED'] });
  expect(declared.map(({ id }) => id)).not.toContain(silent.id);
  // Printed, it says the same.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await desk().tab().getByRole('button', { name: '打印', exact: true }).click();
  const sheet = page.locator('.k-print-root .k-sheet');
  await sheet.waitFor({ state: 'attached' });
  const printed = (await sheet.textContent()) ?? '';
  for (const word of ['人工确认', String(silent.personName), String(silent.deviceName)])
    expect(printed).toContain(word);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(app.errors).toEqual([]);
}
