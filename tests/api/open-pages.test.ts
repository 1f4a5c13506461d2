/** Pages without a session: only their code opens them, they tell strangers nothing, and they end when told to. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleClip } from '../../src/domains/device/testing.ts';
import { formatFenGrouped } from '../../src/kit/define/fen.ts';
import { openLimits } from '../../src/kit/server/open/routes.ts';
import { startTestServer, type TestApp } from '../support/server.ts';

let app: TestApp;
let school: string;
let company: string;
const minute = 60_000;

beforeAll(async () => {
  app = await startTestServer();
  school = await app.login('school');
  company = await app.login('company');
});
afterAll(() => app?.stop());
// A minute of its own for each: what one asks does not count for the next.
beforeEach(() => app.clock.set(app.clock.now() + minute));

const org = '/admin/organization';
const rows = async (path: string, token: string, search = {}) =>
  (await app.post(path, 'query', { search }, token)).body.data as { rows: Record<string, unknown>[] };
const first = async (path: string, token: string, search = {}) => (await rows(path, token, search)).rows[0]!;
/** `/m/receipt/<code>` → the answer of its reading. */
const open = (path: string, ip = '10.0.0.1', headers: Record<string, string> = {}) => {
  const [, on, name, code] = path.split('/');
  return app.fastify.inject({
    method: 'POST',
    url: `/api/${on}/${name}`,
    payload: { code },
    remoteAddress: ip,
    headers,
  });
};

async function screen(token = school): Promise<{ id: number; path: string }> {
  const { id } = (await first(`${org}/restaurant`, token, { status: ['NORMAL'] })) as { id: number };
  const { body } = await app.post(`${org}/restaurant`, 'screen', { id }, token);
  return { id, path: (body.data as { link: { path: string } }).link.path };
}
async function slip(): Promise<{ id: number; path: string; row: Record<string, unknown> }> {
  const row = await first(`${org}/deposit`, school, { at: null });
  const { body } = await app.post(`${org}/deposit`, 'receipt', { id: row.id }, school);
  return { id: row.id as number, path: (body.data as { receipt: { link: string } }).receipt.link, row };
}

describe('an electronic slip', () => {
  it('shows what was booked, and of the person the family name alone', async () => {
    const { path, row } = await slip();
    const answer = await open(path);
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json();
    expect(data).toMatchObject({
      title: '现金存款凭条',
      documentNo: row.depositNo,
      amount: `${formatFenGrouped(row.amountFen as number)} 元`,
      reversedAt: null,
    });
    const name = String(row.personName);
    expect(data.person).toBe(`${name[0]}${'*'.repeat([...name].length - 1)}`);
    const said = JSON.stringify(data);
    for (const secret of [name, row.jobNumber, row.operatorName]) expect(said).not.toContain(String(secret));
    expect(Object.keys(data).sort()).toEqual(
      ['amount', 'at', 'documentNo', 'person', 'readAt', 'reversedAt', 'title', 'unit'].sort(),
    );
  });

  it('has one address until it is ended, and another one after', async () => {
    const { id, path } = await slip();
    expect((await slip()).path).toBe(path);
    expect((await app.post(`${org}/deposit`, 'end_slip', { id }, company)).body.errorcode).toBe(1004);
    expect((await app.post(`${org}/deposit`, 'end_slip', { id }, school)).body.errorcode).toBe(0);
    expect((await open(path)).statusCode).toBe(404);
    expect((await slip()).path).not.toBe(path);
  });

  it('is over after half a year', async () => {
    const { path } = await slip();
    const now = app.clock.now();
    app.clock.set(now + 181 * 86_400_000);
    expect((await open(path)).statusCode).toBe(404);
    app.clock.set(now);
    expect((await open(path)).statusCode).toBe(200);
  });
});

describe('a wall display', () => {
  it('shows today’s diners of its restaurant, as the day’s summary has them', async () => {
    const { id, path } = await screen();
    const { data } = (await open(path)).json();
    const { rows: sums } = await app.services.pool.query<{ id: number; heads: number }>(
      `select meal_period_id as id, sum(restaurant_heads)::bigint as heads from consumed_by_place
        where restaurant_id = $1 and business_date = $2 group by 1`,
      [id, data.date],
    );
    expect(data.meals.length).toBeGreaterThan(0);
    for (const meal of data.meals)
      expect([meal.name, meal.heads]).toEqual([meal.name, sums.find((s) => s.id === meal.id)?.heads ?? 0]);
    expect(JSON.stringify(data)).not.toMatch(/[Ff]en"/);
  });

  it('ends at once, also where it was read a moment ago', async () => {
    const { id, path } = await screen();
    expect((await open(path)).statusCode).toBe(200);
    expect((await app.post(`${org}/restaurant`, 'screen_off', { id }, school)).body.errorcode).toBe(0);
    expect((await open(path)).statusCode).toBe(404);
    expect((await app.post(`${org}/restaurant`, 'screen_off', { id }, school)).body.errorcode).not.toBe(0);
  });

  it('is given to nobody for another unit’s restaurant', async () => {
    const { id } = (await first(`${org}/restaurant`, company)) as { id: number };
    expect((await app.post(`${org}/restaurant`, 'screen', { id }, school)).body.errorcode).toBe(1004);
  });
});

describe('a film of a wall', () => {
  it('is sent with the code of the screen it plays on, until it is taken off', async () => {
    const screenId = Number((await first(`${org}/device_list`, school, { keyword: '餐厅入口公示屏' })).id);
    const film = sampleClip(20, 'avc1', 40_000);
    const [shown, hidden] = ['video/202604/film-shown.mp4', 'video/202604/film-hidden.mp4'];
    await app.services.files.put(shown, film);
    await app.services.files.put(hidden, film);
    await app.services.pool.query(
      `update ad_video set kind = 'VIDEO', file = $1, codec = 'avc1', seconds = 20 where title = '光盘行动'`,
      [shown],
    );
    const { body } = await app.post(`${org}/unit_information/link`, 'address', { deviceId: screenId }, school);
    const { path } = body.data as { path: string };
    const { data } = (await open(path)).json() as { data: { panels: { key: string; shown: object }[] } };
    expect(data.panels.find(({ key }) => key === 'VIDEOS')!.shown).toMatchObject({
      films: expect.arrayContaining([expect.objectContaining({ file: shown, film: true, seconds: 20 })]),
    });
    const ask = (key: string, code = path.split('/')[3]!) =>
      app.fastify.inject({
        url: `/api/screen/board/picture/${key}`,
        headers: { 'x-open-code': code },
        remoteAddress: '10.0.0.9',
      });
    const sent = await ask(shown);
    expect([sent.statusCode, sent.headers['content-type'], sent.rawPayload.length]).toEqual([
      200,
      'video/mp4',
      film.length,
    ]);
    const others = await Promise.all([ask(hidden), ask(shown, 'A'.repeat(22)), ask(shown, '')]);
    expect(others.map((one) => one.statusCode)).toEqual([404, 404, 404]);
    await app.post(`${org}/unit_information/link`, 'endAddress', { deviceId: screenId }, school);
    expect((await ask(shown)).statusCode).toBe(404);
  });
});

describe('a public menu', () => {
  const week = `${org}/food_menu_v2`;
  interface Meals {
    days: { date: string; meals: { dishes: { name: string; image: string | null; allergens: string[] | null }[] }[] }[];
  }
  const place = async () => {
    const { rows: menus } = await app.services.pool.query<{ id: number; unit: number }>(
      `select restaurant_id as id, organization_id as unit from food_menu where status = 'PUBLISHED'
        and organization_id = (select id from organization where name = '青禾实验中学')
        order by id limit 1`,
    );
    return menus[0]!;
  };
  const give = async (untilDate: string | null = null, token = school) => {
    const { id } = await place();
    return (await app.post(week, 'link', { restaurantId: id, untilDate }, token)).body;
  };
  const linkPath = async () => ((await give()).data as { path: string }).path;

  it('shows what is published this week and next, and nothing that is not', async () => {
    const { id, unit } = await place();
    const { data } = (await open(await linkPath())).json() as { data: Meals & { days: unknown[] } };
    const { rows: published } = await app.services.pool.query<{ date: string; dishes: number }>(
      `select i.menu_date as date, count(*)::int as dishes from food_menu_item i
        join food_menu m on m.organization_id = i.organization_id and m.id = i.menu_id
       where i.organization_id = $1 and i.restaurant_id = $2 and m.status in ('PUBLISHED', 'CLOSED')
         and i.menu_date between $3 and $4 group by 1 order by 1`,
      [unit, id, data.days[0]!.date, data.days.at(-1)!.date],
    );
    expect(published.length).toBeGreaterThan(0);
    const told = data.days.flatMap((day) =>
      day.meals.length === 0 ? [] : [{ date: day.date, dishes: day.meals.flatMap((meal) => meal.dishes).length }],
    );
    expect(told).toEqual(published);
    expect(data.days).toHaveLength(14);
  });

  it('names no person', async () => {
    const said = (await open(await linkPath())).payload;
    const { rows: people } = await app.services.pool.query<{ name: string }>(
      `select distinct maker_name as name from food_menu where maker_name <> ''
        union select distinct checker_name from food_menu where checker_name <> ''`,
    );
    expect(people.length).toBeGreaterThan(0);
    for (const { name } of people) expect(said).not.toContain(name);
    expect(said).not.toMatch(/cook|maker|checker|person|cost/i);
  });

  it('keeps its address while its last day changes, ends with that day, and for good when it is ended', async () => {
    const first = await linkPath();
    const now = app.clock.now();
    const today = new Date(now + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(((await give(today)).data as { path: string }).path).toBe(first);
    expect((await open(first)).statusCode).toBe(200);
    app.clock.set(Date.parse(`${today}T23:59:00+08:00`));
    expect((await open(first)).statusCode).toBe(200);
    app.clock.set(Date.parse(`${today}T23:59:00+08:00`) + 2 * minute);
    expect((await open(first)).statusCode).toBe(404);
    app.clock.set(now + minute);
    expect((await give('2020-01-01')).errorcode).toBe(1101);
    await give();
    const { id } = await place();
    expect((await app.post(week, 'endLink', { restaurantId: id }, company)).body.errorcode).toBe(1004);
    expect((await app.post(week, 'endLink', { restaurantId: id }, school)).body.errorcode).toBe(0);
    expect((await open(first)).statusCode).toBe(404);
    expect((await app.post(week, 'endLink', { restaurantId: id }, school)).body.errorcode).not.toBe(0);
    expect((await app.post(week, 'links', {}, school)).body.data).toEqual({ links: [] });
    expect(await linkPath()).not.toBe(first);
  });

  it('is given to nobody for another unit’s restaurant', async () => {
    expect((await give(null, company)).errorcode).toBe(1004);
  });

  it('sends the pictures of its dishes with its code alone, and no other file', async () => {
    const path = await linkPath();
    const code = path.split('/')[3]!;
    const { unit, id } = await place();
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    await app.services.files.put('image/202604/dish-shown.png', png);
    await app.services.files.put('image/202604/dish-hidden.png', png);
    const { data } = (await open(path)).json() as { data: Meals };
    const day = data.days.find((one) => one.meals.length > 0)!.date;
    await app.services.pool.query(
      `update dish set image = 'image/202604/dish-shown.png' where organization_id = $1 and id = (select dish_id
         from food_menu_item i join food_menu m on m.organization_id = i.organization_id and m.id = i.menu_id
        where i.organization_id = $1 and i.restaurant_id = $2 and i.menu_date = $3 and m.status in ('PUBLISHED', 'CLOSED')
        limit 1)`,
      [unit, id, day],
    );
    app.clock.set(app.clock.now() + 2 * minute);
    const picture = (key: string, withCode = code) =>
      app.fastify.inject({
        url: `/api/m/menu/picture/${key}`,
        headers: { 'x-open-code': withCode },
        remoteAddress: '10.0.0.7',
      });
    const shown = await picture('image/202604/dish-shown.png');
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload]).toEqual([200, 'image/png', png]);
    expect(shown.headers['cache-control']).toBe('private, max-age=86400');
    const refusals = await Promise.all([
      picture('image/202604/dish-hidden.png'),
      picture('image/202604/dish-shown.png', 'A'.repeat(22)),
      picture('image/202604/dish-shown.png', ''),
      picture('../../etc/passwd.png'),
    ]);
    expect(refusals.map((one) => one.statusCode)).toEqual([404, 404, 404, 404]);
    const { id: restaurantId } = await place();
    await app.post(week, 'endLink', { restaurantId }, school);
    expect((await picture('image/202604/dish-shown.png')).statusCode).toBe(404);
  });

  it('is read by a whole school at once', async () => {
    const path = await linkPath();
    const answers = await Promise.all(
      Array.from({ length: openLimits.perCode * 3 }, (_, i) => open(path, `10.3.${i % 4}.${i}`)),
    );
    expect(new Set(answers.map((one) => one.statusCode))).toEqual(new Set([200]));
  });
});

describe('strangers', () => {
  it('are told the same of what is unknown, over, revoked, of another page or no code at all', async () => {
    const { path } = await screen();
    const code = path.split('/')[3]!;
    const asked = [
      `/m/receipt/${'A'.repeat(22)}`,
      `/m/nothing/${code}`,
      `/m/receipt/${code}`,
      `/m/meals/${code}`,
      '/screen/meals/short',
      `/screen/meals/${"' or 1=1 --".padEnd(22, 'x')}`,
    ];
    const answers = await Promise.all(asked.map((one) => open(one)));
    expect(new Set(answers.map((one) => `${one.statusCode} ${one.payload}`))).toEqual(
      new Set(['404 {"errorcode":1360,"errormsg":"页面不存在、已过期或已停用","data":null}']),
    );
  });

  it('are slowed down when they guess, by their address alone', async () => {
    const { path } = await screen();
    for (let i = 0; i <= openLimits.missesPerAddress; i++)
      expect((await open(`/m/receipt/${String(i).padStart(22, 'x')}`, '10.0.0.2')).statusCode).toBe(404);
    const held = await open(path, '10.0.0.2');
    expect([held.statusCode, held.headers['retry-after']]).toEqual([429, '60']);
    expect((await open(path, '10.0.0.3')).statusCode).toBe(200);
    app.clock.set(app.clock.now() + minute);
    expect((await open(path, '10.0.0.2')).statusCode).toBe(200);
  });

  it('are slowed down when they ask one code, or from one address, too often', async () => {
    const { path } = await screen();
    const many = (count: number, at: (i: number) => string) =>
      Promise.all(Array.from({ length: count }, (_, i) => open(path, at(i))));
    const byCode = await many(openLimits.perCode + 5, (i) => `10.1.0.${i}`);
    expect(byCode.filter((one) => one.statusCode === 429)).toHaveLength(5);
    app.clock.set(app.clock.now() + minute);
    const byAddress = await many(openLimits.perAddress + 7, () => '10.2.0.1');
    expect(byAddress.filter((one) => one.statusCode === 200)).toHaveLength(openLimits.perCode);
    expect((await open((await slip()).path, '10.2.0.1')).statusCode).toBe(429);
  });

  it('get no cookie, no cached answer and no session’s word, whatever they send', async () => {
    const { path } = await screen();
    const answer = await open(path, '10.0.0.4', { authorization: `Bearer ${company}`, cookie: 'device=x' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.json().token).toBeUndefined();
  });
});
