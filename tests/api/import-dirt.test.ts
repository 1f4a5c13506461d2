/**
 * Every page that imports, against a sheet as clerks keep them: every line is taken, refused by its number and its column, or named as
 * left out; what is written in another way is read as the same; the corrected file comes in again; a second time and two at once
 * nothing is written twice.
 */
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dateAt } from '../../src/kit/server/clock.ts';
import type { ImportColumn } from '../../src/kit/server/jobs/import/types.ts';
import { importColumns } from '../../src/kit/server/page/import-parts.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { csvText } from '../../src/kit/server/sheet/csv.ts';
import { type DemoAccount, startTestServer, type TestApp } from '../support/server.ts';

type Row = Readonly<Record<string, string>>;
interface Sheet {
  by: DemoAccount;
  /** The nth good row, by field. */
  row: (n: number) => Row;
  /** What the same rows do a second time: they are refused, they leave all as it is, or they may be meant and are warned of. */
  again: 'refused' | 'same' | 'warned';
}

let app: TestApp;
const tokens = new Map<DemoAccount, string>();
let sheets: Record<string, Sheet>;

/** What the rows name, as the demo has it. */
async function makeSheets(): Promise<Record<string, Sheet>> {
  const { pool } = app.services;
  const names = async (sql: string) => (await pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  const own = `organization_id = (select id from organization order by id limit 1)`;
  const people = await names(
    `select job_number as name from person where ${own} and status = 'NORMAL' and job_number is not null and not exists
       (select from cook_user w where w.person_id = person.id) order by id`,
  );
  const [host] = await names(
    `select job_number as name from person where ${own} and status = 'NORMAL' and job_number is not null order by id desc`,
  );
  const departments = await names(
    `select name from department d where ${own} and not exists (select from department c where c.parent_id = d.id) order by id`,
  );
  const goods = await names('select name from goods order by id');
  const unshelved = await names(
    'select name from goods g where not exists (select from shop_shelf s where s.goods_id = g.id) order by id',
  );

  const stuffs = await names(
    'select min(name) as name from lib_food_stuff group by name having count(*) = 1 order by 1',
  );
  const day = (n: number) => addDays(dateAt(app.clock.now()), n);
  const company = `organization_id = (select id from organization order by id desc limit 1)`;
  const offices = await names(
    `select d.name from department d join meal_count c on c.${company} and c.department_id = d.id
     where d.${company} and c.dining_date = '${day(3)}' and c.status = 'REPORTED' order by d.id`,
  );
  const staff = await names(
    `select job_number as name from person p where ${company} and status = 'NORMAL' and not exists
       (select from meal_order o where o.person_id = p.id) and job_number is not null order by id`,
  );
  const [dish] = await names(
    `select i.dish_name as name from food_menu_item i join meal_period m on m.organization_id = i.organization_id and m.id = i.meal_period_id
     where i.${company} and m.name = '午餐' and i.menu_date = '${day(2)}' and i.dish_name is not null order by 1`,
  );
  const who = (n: number) => people[n % people.length]!;
  const supplier = (n: number): Row => ({
    name: `测试供应商${n}`,
    phone: `138${10_000_000 + n}`,
    licenceEnd: '2030-01-31',
  });
  return {
    '/admin/organization/fixed_value/calendar': {
      by: 'school',
      again: 'refused',
      row: (n) => ({ day: addDays('2031-03-01', n), kind: '节假日', note: `校庆${n}` }),
    },
    '/admin/platform/device': {
      by: 'platform',
      again: 'refused',
      row: (n) => ({
        sn: `DIRT-${1000 + n}`,
        name: `台${n}`,
        typeId: 'FP-20',
        maxFaces: '2000',
        warrantyEnd: '2029-05-06',
      }),
    },
    '/admin/organization/access_control_attendance/leave': {
      by: 'school',
      again: 'refused',
      row: (n) => ({ jobNumber: who(n), kind: '事假', fromDate: day(60), toDate: day(61), reason: '事情' }),
    },
    '/admin/organization/creaate_entrance_qrcode': {
      by: 'school',
      again: 'warned',
      row: (n) => ({
        holderName: `访客${n}`,
        kind: '访客',
        phone: `137${10_000_000 + n}`,
        hostId: host!,
        districtIds: '东门、宿舍楼',
        fromAt: `${day(3)} 08:00`,
        toAt: `${day(3)} 18:00`,
        maxUse: '2',
      }),
    },
    '/admin/organization/manual_report_meal/absence': {
      by: 'school',
      again: 'refused',
      row: (n) => ({ jobNumber: who(n), kind: '请假', fromDate: day(40), toDate: day(41), mealNames: '午餐' }),
    },
    '/admin/organization/manual_report_meal/count': {
      by: 'company',
      again: 'same',
      row: (n) => ({
        departmentId: offices[n % offices.length]!,
        diningDate: day(3),
        mealPeriodId: '早餐',
        portions: '30',
        note: '春游',
      }),
    },
    '/admin/organization/manual_report_meal': {
      by: 'school',
      again: 'same',
      row: (n) => ({ jobNumber: who(n), diningDate: day(5), mealPeriodId: '午餐', portions: '1' }),
    },
    '/admin/organization/cook_user': {
      by: 'school',
      again: 'refused',
      row: (n) => ({
        name: `厨师${n}`,
        phone: `136${10_000_000 + n}`,
        restaurantId: '一食堂',
        post: '厨师',
        onboardAt: '2026-01-05',
      }),
    },
    '/admin/contractor/supermarket/goods': {
      by: 'contractor',
      again: 'refused',
      row: (n) => ({ organizationId: '青禾实验中学', goodsId: unshelved[n]!, priceFen: '1234.50', limitQty: '5' }),
    },
    '/admin/organization/organization_food': {
      by: 'school',
      again: 'refused',
      row: (n) => ({ name: `测试菜${n}`, typeId: '大荤', priceFen: '12.50', recipeText: '土豆 100克', cooking: '炒' }),
    },
    '/admin/platform/food': {
      by: 'platform',
      again: 'refused',
      row: (n) => ({ name: `平台菜${n}`, typeId: '大荤', recipeText: `${stuffs[0]} 100克` }),
    },
    '/admin/platform/food_stuff': {
      by: 'platform',
      again: 'refused',
      row: (n) => ({
        name: `测试食材${n}`,
        code: `ZZ${100 + n}`,
        typeId: '薯类',
        edibleRatio: '90%',
        energy: '120.5',
        protein: '2',
        source: '检测',
      }),
    },
    '/admin/organization/organization_food_stuff': {
      by: 'school',
      again: 'same',
      row: (n) => ({ name: `本校食材${n}`, typeId: '薯类', supplier: '菜场', priceFen: '6.50', priceFrom: day(1) }),
    },
    '/admin/organization/order_food_detail': {
      by: 'company',
      again: 'refused',
      row: (n) => ({
        jobNumber: staff[n % staff.length]!,
        diningDate: day(2),
        mealPeriodId: '午餐',
        restaurantId: '员工餐厅',
        dishes: dish!,
        setCount: '1',
        unitPays: '是',
      }),
    },
    '/admin/organization/order_address': {
      by: 'company',
      again: 'refused',
      row: (n) => ({ areaId: 'A 座', name: `测试地址${n}`, floor: '3', room: `${300 + n}` }),
    },
    '/admin/organization/weekend_repast_personnel': {
      by: 'school',
      again: 'refused',
      row: (n) => ({ jobNumber: who(n), ruleType: '指定日期', startDate: day(30), endDate: day(31), reason: '值班' }),
    },
    '/admin/organization/department': {
      by: 'school',
      again: 'same',
      row: (n) => ({ name: `测试部门${n}`, parentPath: '后勤', kind: '部门', code: `DT${100 + n}`, sort: '12' }),
    },
    '/admin/organization/job_number': {
      by: 'school',
      again: 'refused',
      row: (n) => ({ jobNumber: `00DT${100 + n}`, name: `新人${n}`, departmentPath: departments[0]! }),
    },
    '/admin/organization/user': {
      by: 'school',
      again: 'refused',
      row: (n) => ({
        importName: `新生${n}`,
        jobNumber: `00DP${100 + n}`,
        departmentPath: departments[0]!,
        gender: '女',
        phone: `135${10_000_000 + n}`,
        birthday: '2013-02-28',
        cardNo: `000${99_000 + n}`,
      }),
    },
    '/admin/organization/user/temperature': {
      by: 'school',
      again: 'refused',
      row: (n) => ({ jobNumber: who(n), at: `${day(-1)} 07:${10 + n}`, temperature: '36.5' }),
    },
    '/admin/contractor/supermarket/food_bom/map': {
      by: 'contractor',
      again: 'same',
      row: (n) => ({ stuffName: stuffs[n + 5]!, goodsId: goods[0]!, grams: '1', fromDate: day(2) }),
    },
    '/admin/contractor/erp/supply_price': {
      by: 'contractor',
      again: 'refused',
      row: (n) => ({
        supplierId: '丰谷粮油',
        goodsId: goods[(n + 20) % 60]!,
        priceFen: '3.20',
        fromDate: '2035-01-01',
        toDate: '2035-06-30',
        minQty: '1.5',
        leadDays: '2',
      }),
    },
    '/admin/contractor/erp/supplier': { by: 'contractor', again: 'refused', row: supplier },
    '/admin/platform/supplier': { by: 'platform', again: 'refused', row: supplier },
    '/admin/contractor/erp/goods': {
      by: 'contractor',
      again: 'refused',
      row: (n) => ({
        code: `GX${100 + n}`,
        name: `测试物料${n}`,
        category: '粮食谷物',
        baseUnit: '克',
        stored: '常温',
        shelfDays: '180',
      }),
    },
  };
}

interface Checked {
  taskId: number;
  total: number;
  good: number;
  bad: number;
  missing: string[];
  warnings: string[];
  rows: { rowNo: number; values: Record<string, string>; errors: Record<string, string> }[];
}

/** The calls of one page as its clerk. */
function deskOf(path: string, by: DemoAccount) {
  const token = tokens.get(by)!;
  const call = async <T = Checked>(verb: string, body: Record<string, unknown>): Promise<T> => {
    const { body: answer } = await app.post(path, verb, body, token);
    if (answer.errorcode !== 0) throw new Error(`${path} ${verb}: ${answer.errormsg}`);
    return answer.data as T;
  };
  const upload = async (content: Uint8Array, name: string): Promise<string> => {
    const form = new FormData();
    form.set('kind', 'import');
    form.set('file', new Blob([new Uint8Array(content)]), name);
    const sent = await fetch(`${app.origin}/api/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return ((await sent.json()) as { data: { key: string } }).data.key;
  };
  return {
    check: async (content: Uint8Array, name = '名单.csv') =>
      call('import_check', { fileKey: await upload(content, name) }),
    commit: async (taskId: number) => {
      await call('import_commit', { taskId });
      const status = () => call<{ status: string; good: number; bad: number }>('import_status', { taskId });
      await expect
        .poll(async () => (await status()).status, { timeout: 60_000, interval: 50 })
        .toMatch(/FINISHED|FAILED/);
      return status();
    },
    badRows: async (taskId: number) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${app.origin}/api${path}/import_bad_rows`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ taskId }),
      });
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}

const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
const shown = ({ label, required }: ImportColumn) =>
  `${label.slice(0, 1)} ${label.slice(1)}${required ? '（必填）' : ''}`;

/** The same value as another clerk writes it. */
function otherwise({ kind }: ImportColumn, text: string): string {
  if (text === '') return '';
  if (kind === 'money') return `￥${wide(text)}元`;
  if (kind === 'date') return text.replace(/^(\d+)-(\d+)-(\d+)$/, (_, y, m, d) => `${y}年${Number(m)}月${Number(d)}日`);
  if (kind === 'time') return text.replaceAll('-', '/');
  if (kind === 'text' || kind === 'int' || kind === 'decimal' || kind === 'percent')
    return /^[\w.%-]+$/.test(text) ? wide(text) : `\u200b${text}\u3000`;
  return ` ${text}\u00a0`;
}

/** What no field of the kind can be; texts can be nearly anything. */
const unreadable: Partial<Record<string, string>> = {
  money: '1 2.50',
  int: '12,5',
  decimal: '12,5',
  percent: '1 0%',
  date: '12月1日',
  time: '8点',
  phone: '1.38E+10',
  choice: '不知道',
  choices: '不知道',
  ref: '没有这个',
  refs: '没有这个',
  bool: '也许',
};

interface Dirty {
  content: Buffer;
  lines: number[];
  planted: Map<number, string>;
}

/** Two good rows among what sheets have besides, then a row for everything that can be wrong in each column. */
function dirtySheet(columns: readonly ImportColumn[], row: Sheet['row']): Dirty {
  const used = columns.filter(({ key }) => (row(0)[key] ?? '') !== '').reverse();
  const lines: string[][] = [];
  const planted = new Map<number, string>();
  const cells = (n: number) => used.map(({ key }) => row(n)[key] ?? '');
  const put = (line: string[]) => lines.push(line);
  put(['某某单位', '', '制表日期 2026-12-01']);
  put(used.map(shown));
  put(cells(0));
  put([]);
  put(used.map((column) => otherwise(column, row(1)[column.key] ?? '')));
  put(used.map(shown));
  for (const [i, column] of used.entries())
    for (const wrong of ['#N/A', unreadable[column.kind]])
      if (wrong) planted.set(put(cells(planted.size + 4).map((cell, c) => (c === i ? wrong : cell))), column.key);
  put(['合计', '', '2']);
  put(['制表人：张三', '审核：李四']);
  const data = [3, 5, ...planted.keys()];
  return { content: iconv.encode(csvText(lines).slice(1), 'gb18030'), lines: data, planted };
}

const clean = (columns: readonly ImportColumn[], rows: readonly Row[]) =>
  Buffer.from(
    csvText([columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ key }) => row[key] ?? ''))]),
  );

async function parsedOf(taskId: number, rowNo: number): Promise<unknown> {
  const { rows } = await app.services.pool.query('select parsed from import_row where task_id = $1 and row_no = $2', [
    taskId,
    rowNo,
  ]);
  return rows[0]?.parsed;
}

/** Why rows that were good were not written. */
async function refusedOf(taskId: number): Promise<string> {
  const { rows } = await app.services.pool.query(
    `select errors from import_row where task_id = $1 and state = 'REFUSED'`,
    [taskId],
  );
  return JSON.stringify(rows);
}

async function walk(entry: Registered): Promise<void> {
  const sheet = sheets[entry.path]!;
  const columns = importColumns(entry.page);
  const desk = deskOf(entry.path, sheet.by);
  const plain = await desk.check(clean(columns, [sheet.row(0), sheet.row(1)]));
  expect(plain.rows.flatMap(({ errors }) => Object.values(errors)).join(), 'two good rows').toBe('');

  const { content, lines, planted } = dirtySheet(columns, sheet.row);
  const dirty = await desk.check(content);
  const numbers = dirty.rows.map(({ rowNo }) => rowNo);
  expect(numbers.toSorted((a, b) => a - b).join(), 'every row accounted for').toBe(lines.join());
  expect(dirty.warnings, 'what was left out').toEqual(
    expect.arrayContaining([
      '第 1 行在表头以上，没有读取',
      '第 6 行重复了表头，没有读取',
      `第 ${6 + planted.size + 1} 行「合计」在表的末尾，没有读取`,
      `第 ${6 + planted.size + 2} 行「制表人：张三」在表的末尾，没有读取`,
    ]),
  );
  for (const { rowNo, errors } of dirty.rows)
    if (planted.has(rowNo)) expect(errors, `row ${rowNo}`).toHaveProperty(planted.get(rowNo)!);
  expect(await parsedOf(dirty.taskId, 5), 'the same in another hand').toEqual(await parsedOf(plain.taskId, 3));

  const done = await desk.commit(dirty.taskId);
  expect(done, await refusedOf(dirty.taskId)).toMatchObject({ status: 'FINISHED', good: 2, bad: planted.size });
  const back = await desk.check(await desk.badRows(dirty.taskId), '需修改.xlsx');
  expect(back, 'the corrected file').toMatchObject({ missing: [], good: 0, bad: planted.size });
  const wrong = (rows: Checked['rows']) => new Set(rows.flatMap(({ errors }) => Object.keys(errors)));
  expect(wrong(back.rows), 'what it is told').toEqual(wrong(dirty.rows));

  // The other clerk, who had the same rows checked before they were written.
  if (sheet.again === 'warned') {
    const { warnings } = await desk.check(clean(columns, [sheet.row(0), sheet.row(1)]));
    expect(warnings.join(), 'a second time').toContain('2 ');
  } else {
    const { status, good } = await desk.commit(plain.taskId);
    expect({ status, good }, 'a second time').toEqual({ status: 'FINISHED', good: sheet.again === 'same' ? 2 : 0 });
  }
}

beforeAll(async () => {
  app = await startTestServer({ demo: { days: 1, share: 0.06 } });
  for (const by of ['school', 'company', 'contractor', 'platform'] as const) tokens.set(by, await app.login(by));
  sheets = await makeSheets();
}, 300_000);
afterAll(() => app?.stop());

describe('an import of a dirty sheet', () => {
  it('is walked on every page that has one', () => {
    const paths = app.services.registry.all.filter(({ page }) => page.import).map(({ path }) => path);
    expect(Object.keys(sheets).sort()).toEqual(paths.sort());
  });

  it('accounts for every row, reads what is written otherwise as the same, and writes nothing twice', async () => {
    const faults: string[] = [];
    const entries = app.services.registry.all.filter(({ page }) => page.import);
    const next = async (): Promise<void> => {
      for (let entry = entries.shift(); entry; entry = entries.shift()) {
        const { path } = entry;
        await walk(entry).catch((error: Error) => faults.push(`${path}: ${error.message}`));
      }
    };
    await Promise.all(Array.from({ length: 4 }, next));
    expect(faults).toEqual([]);
    expect(app.errors).toEqual([]);
  }, 300_000);

  it('takes the headings of its own exports, says which columns it has no use for, and makes no department a second time', async () => {
    const check = (path: string, text: string) =>
      deskOf(`/admin/organization/${path}`, 'school').check(Buffer.from(text));
    const away = await check(
      'manual_report_meal/absence',
      '姓名,工号,类型,开始日期,结束日期,餐次\n甲,1,请假,2030-01-01,2030-01-01,午餐\n',
    );
    expect(away.rows[0]!.values).toMatchObject({ mealNames: '午餐' });
    expect(away.warnings).toEqual(['文件中的这些列没有用到：姓名']);
    const crew = await check('cook_user', '姓名,餐厅,岗位\n,一食堂,厨师\n,一食堂,厨师\n');
    expect(crew.rows.map(({ errors }) => errors)).toEqual([{ name: '不能为空' }, { name: '不能为空' }]);

    const branches = async () =>
      (await app.services.pool.query<{ code: string | null }>(`select code from department where name = '七（1）班'`))
        .rows;
    expect(await branches()).toEqual([{ code: null }]);
    const { taskId } = await check('department', '名称,编码\n七（1）班,CLASS71\n');
    await deskOf('/admin/organization/department', 'school').commit(taskId);
    expect(await branches()).toEqual([{ code: 'CLASS71' }]);
  });
});
