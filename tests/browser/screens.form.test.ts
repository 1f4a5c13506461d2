/** Forms and settings made from definitions, in a real browser. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { area, queryOf, rowsShown, type ScreenStage, shown, startScreens } from './screens-support.ts';
import { seriousFindings } from './shell-support.ts';

let stage: ScreenStage;
beforeAll(async () => {
  stage = await startScreens();
});
afterAll(() => stage.close());

const calls = (path: string) => stage.server.received.filter((c) => c.path === path);

test('saving goes back to the list with its filter and flashes the row', async () => {
  const { page, complaints } = await stage.open('loan?sort=name&page=2');
  await rowsShown(page);
  await shown(page).getByRole('row', { name: '读者22' }).getByRole('button', { name: '编辑' }).click();
  const form = shown(page);
  await form.getByLabel('读者', { exact: true }).waitFor();
  await page.getByRole('tab', { name: '编辑 · 读者22' }).waitFor();
  expect(await form.getByLabel('证号').count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByLabel('读者', { exact: true }).fill('坏');
  await form.getByLabel('押金').fill('1,234.5');
  expect(await form.locator('[data-part=form-actions] button').allInnerTexts()).toEqual(
    ['取 消', '保存，押金 1,234.50 元'].map((t) => expect.stringMatching(t.replace(' ', '\\s?'))),
  );
  await page.keyboard.press('Control+Enter');
  await form.getByText('读者「坏」不可用').first().waitFor();
  await form.getByLabel('读者', { exact: true }).fill('读者22甲');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe(`${area}/loan`);
  expect(queryOf(page)).toEqual({ sort: 'name', page: '2' });
  await shown(page).locator('.k-flash', { hasText: '读者22甲' }).waitFor();
  // What was refused is done with: the corrected form is another request.
  const [refused, saved] = calls('loan/update').slice(-2);
  expect(refused?.requestKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(saved?.requestKey).not.toBe(refused?.requestKey);
  const body = calls('loan/update').at(-1)?.body;
  expect(body).toMatchObject({ id: 22, version: 1, name: '读者22甲', depositFen: 123450 });
  expect(body).not.toHaveProperty('phone');
  expect(body).not.toHaveProperty('cardNo');
  expect(complaints).toEqual([]);
});

test('a new record is checked at its fields, verified on the server, and sent once', async () => {
  const { page } = await stage.open('loan/form');
  const form = shown(page);
  await form.getByRole('button', { name: /^保存/ }).click();
  await form.getByText('请输入读者').first().waitFor();
  await form.getByText('请选择书架').first().waitFor();
  await form.getByLabel('读者', { exact: true }).fill('新读者');
  await form.getByLabel('证号').fill('001000');
  await page.keyboard.press('Tab');
  await form.getByText('证号已被使用').waitFor();
  await form.getByLabel('证号').fill('009999');
  await form.getByLabel('书架').click();
  await page.getByTitle('科学').click();
  const before = calls('loan/create').length;
  stage.server.cut.add('loan/create');
  await form.getByRole('button', { name: /^保存/ }).click();
  await form.getByText('网络不通').first().waitFor();
  stage.server.cut.clear();
  await form.getByRole('button', { name: /^保存/ }).dblclick();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`${area}/loan`);
  const sent = calls('loan/create').slice(before);
  expect(new Set(sent.map((c) => c.requestKey)).size).toBe(1);
  expect(sent[0]?.requestKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(stage.server.loans.filter((r) => r.name === '新读者')).toHaveLength(1);
  expect(sent.at(-1)?.body).toMatchObject({
    name: '新读者',
    cardNo: '009999',
    shelfId: 3,
    status: 'NORMAL',
    vip: false,
  });
});

test('an unsaved form marks its tab and asks before it closes', async () => {
  const { page } = await stage.open('loan/form');
  await shown(page).getByLabel('备注').fill('没保存');
  await shown(page).getByRole('button', { name: '取消' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: '取消' }).click();
  expect(await shown(page).getByLabel('备注').inputValue()).toBe('没保存');
  await page.reload();
  expect(await shown(page).getByLabel('备注').inputValue()).toBe('没保存');
});

test('settings are one record; 恢复 brings the stored values back', async () => {
  const { page, complaints } = await stage.open('rule');
  const form = shown(page);
  await form.getByLabel('每日罚金').fill('0.80');
  await form.getByRole('button', { name: '恢复' }).click();
  await expect.poll(() => form.getByLabel('每日罚金').inputValue()).toBe('0.50');
  await form.getByLabel('每日罚金').fill('0.80');
  await form.getByLabel('最晚归还').fill('2830');
  await form.getByRole('button', { name: '保存' }).click();
  await form.getByText('时刻不正确').first().waitFor();
  await form.getByLabel('最晚归还').fill('2730');
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByText('已保存').waitFor();
  expect(calls('rule/update').at(-1)?.body).toMatchObject({ version: 1, dailyFineFen: 80, lateHour: '27:30' });
  expect(complaints).toEqual([]);
});

test('a form whose address names no record says so, and is not that of a new one', async () => {
  const { page, complaints } = await stage.open('loan/form?id=abc');
  const said = shown(page);
  await said.getByText('没有这条记录').waitFor();
  await said.getByText('「abc」不是任何记录的编号').waitFor();
  expect(await said.getByRole('button', { name: '保存' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('an address is typed where no map is set up, and the form says so', async () => {
  const { page } = await stage.open('loan/form');
  const form = shown(page);
  await form.getByText('未配置地图服务，请直接填写地址').waitFor();
  expect(await form.getByRole('button', { name: '地图选点' }).isDisabled()).toBe(true);
  await form.getByLabel('住址').fill('西街 3 号');
  expect(await form.getByLabel('住址').inputValue()).toBe('西街 3 号');
});

test('an address is picked from the map: looked for by name, or near a click', async () => {
  stage.server.state.mapKey = 'key-1';
  const { page } = await stage.open('shelf');
  await page.route('https://webapi.amap.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: fakeMap }),
  );
  await page.goto(page.url().replace('/shelf', '/loan/form'));
  const form = shown(page);
  await form.getByRole('button', { name: '地图选点' }).click();
  const dialog = page.getByRole('dialog', { name: '住址 · 地图选点' });
  await dialog.getByLabel('查找地点').fill('食堂');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: '食堂' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.locator('.k-place-map').click();
  await dialog.getByRole('button', { name: '东门' }).click();
  await expect.poll(() => form.getByLabel('住址').inputValue()).toBe('学府路 1 号 东门');
  expect(await dialog.count()).toBe(0);
  stage.server.state.mapKey = '';
});

/** As much of the map service as the picker asks of it. */
const fakeMap = `
  const poi = (name, address) => ({ id: name, name, address, location: { lng: 116, lat: 39 } });
  const found = (...pois) => ['complete', { poiList: { pois } }];
  window.AMap = {
    Map: class {
      constructor(box) { this.box = box; }
      on(event, heard) { this.box.addEventListener(event, () => heard({ lnglat: { lng: 116, lat: 39 } })); }
      addControl() {} setZoomAndCenter() {} destroy() {}
    },
    PlaceSearch: class {
      search(text, answer) { answer(...found(poi(text, '学府路 1 号'))); }
      searchNearBy(text, at, metres, answer) { answer(...found(poi('东门', '学府路 1 号'))); }
    },
    Geolocation: class { getCurrentPosition(answer) { answer('error', {}); } },
    Scale: class {}, ToolBar: class {},
  };
  window.__onMapLoaded();
`;
