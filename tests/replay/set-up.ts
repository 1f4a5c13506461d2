/** Opens a unit of its own for the replay: places, terminals, the holders by import, and money on their cards. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Clerk, pairTerminal, signIn, type Terminal } from '../../src/domains/device/testing.ts';
import type { Clock } from '../../src/kit/server/clock.ts';
import { everyRow } from './every-row.ts';
import { inParallel } from './in-parallel.ts';
import { type OwnClerk, signInOwner } from './own-clerk.ts';
import { mealTimes } from './plan-month.ts';
import type { MonthData } from './read-data.ts';

const area = '/admin/organization';
const terminalsPerCanteen = 2;
/** Counters open at once. */
const counters = 8;
/** Money is put on in whole notes. */
const noteFen = 5_000;
const mostPerRechargeFen = 500_000;

export interface School {
  clerk: OwnClerk;
  name: string;
  /** By canteen. */
  terminals: Map<string, Terminal[]>;
  restaurantIds: Map<string, number>;
  /** By the short name of the meal. */
  mealIds: Map<string, number>;
  people: number;
  rechargedFen: number;
}

export interface SetUpOptions {
  url: string;
  platform: string;
  platformPassword: string;
  /** Makes names and numbers unique on a server that has seen a replay before. */
  stamp: string;
  say: (line: string) => void;
}

async function deviceType(platform: Clerk): Promise<number> {
  const model = 'REPLAY';
  const path = '/admin/platform/device_type';
  const found = await platform.call<{ rows: { id: number }[] }>(path, 'query', { search: { keyword: model } });
  if (found.rows[0]) return found.rows[0].id;
  const made = await platform.call<{ id: number }>(path, 'create', {
    name: '回放消费机',
    model,
    kind: 'POS',
    protocol: 'HTTP',
    abilities: ['CARD', 'OFFLINE'],
    offlineCapacity: 100_000,
    priceFen: 0,
  });
  return made.id;
}

async function openPlaces(
  platform: Clerk,
  clerk: Clerk,
  clock: Clock,
  canteens: readonly string[],
  organizationId: number,
  { url, stamp }: SetUpOptions,
) {
  const made = (path: string, values: Record<string, unknown>) => clerk.call<{ id: number }>(path, 'create', values);
  await made(`${area}/type`, { name: '持卡人', accounts: ['MAIN'], mustOrder: false, allowOverdraft: false });
  const mealIds = new Map<string, number>();
  for (const [sort, [short, meal]] of Object.entries(mealTimes).entries())
    mealIds.set(
      short,
      (
        await made(`${area}/meal`, {
          name: meal.name,
          startTime: meal.start,
          endTime: meal.end,
          sort,
          color: '#0a8250',
        })
      ).id,
    );
  const typeId = await deviceType(platform);
  const terminals = new Map<string, Terminal[]>();
  const restaurantIds = new Map<string, number>();
  for (const [i, canteen] of canteens.entries()) {
    const restaurant = { name: canteen, kind: 'RESTAURANT', consumeMode: 'AMOUNT', mealPeriodIds: [] };
    const { id: restaurantId } = await made(`${area}/restaurant`, restaurant);
    restaurantIds.set(canteen, restaurantId);
    const own: Terminal[] = [];
    for (let n = 1; n <= terminalsPerCanteen; n++) {
      const site = await made(`${area}/deploy_site`, {
        name: `${canteen}${n}号窗口`,
        kind: 'CONSUME_WINDOW',
        restaurantId,
      });
      const sn = `RP${stamp}${i + 1}${n}`;
      const device = await platform.call<{ id: number }>('/admin/platform/device', 'create', {
        sn,
        typeId,
        name: `${canteen}${n}号机`,
        mode: 'AMOUNT',
      });
      await platform.call('/admin/platform/device', 'assign', { id: device.id, organizationId });
      await clerk.call(`${area}/device_list`, 'bind', { id: device.id, deploySiteId: site.id, mode: 'AMOUNT' });
      const shown = await clerk.call<{ secret: { value: string } }>(`${area}/device_list`, 'pairing', {
        id: device.id,
      });
      own.push(await pairTerminal(url, clock, { sn, mode: 'AMOUNT', pairingCode: shown.secret.value }, 0));
    }
    terminals.set(canteen, own);
  }
  return { mealIds, terminals, restaurantIds };
}

/** The file as it came, its columns named; every row must be taken. */
async function importHolders(clerk: OwnClerk, data: MonthData): Promise<number> {
  const fileKey = await clerk.upload('holders.csv', data.holdersFile);
  const column = (name: string) => data.holdersHeader.indexOf(name);
  const path = `${area}/user`;
  const checked = await clerk.call<{ taskId: number; total: number; good: number; bad: number; rows: unknown[] }>(
    path,
    'import_check',
    {
      fileKey,
      mapping: {
        jobNumber: column('CardNo'),
        cardNo: column('CardNo'),
        gender: column('Sex'),
        departmentPath: column('Major'),
      },
    },
  );
  if (checked.bad > 0 || checked.good !== data.holderNos.length)
    throw new Error(`导入检查：${checked.good} 行可导入，${checked.bad} 行有误，${JSON.stringify(checked.rows[0])}`);
  await clerk.call(path, 'import_commit', { taskId: checked.taskId });
  for (;;) {
    const now = await clerk.call<{ status: string; good: number; bad: number; error?: string }>(path, 'import_status', {
      taskId: checked.taskId,
    });
    if (now.status === 'FINISHED' && now.bad === 0) return now.good;
    if (now.status !== 'RUNNING')
      throw new Error(`导入没有完成：${now.status} ${now.error ?? ''} 未导入 ${now.bad} 行`);
    await wait(250);
  }
}

/** Puts on every card what it will spend, rounded up to whole notes. */
async function recharge(clerk: Clerk, data: MonthData): Promise<number> {
  const { rows } = await everyRow(clerk, `${area}/user`);
  const ids = new Map(rows.map((row) => [String(row.jobNumber), row.id]));
  let total = 0;
  await inParallel(data.cards, counters, async (card) => {
    const personId = ids.get(card.cardNo);
    if (personId === undefined) throw new Error(`卡 ${card.cardNo} 不在持卡人名单中`);
    const amountFen = Math.ceil(card.amountFen / noteFen) * noteFen;
    if (amountFen > mostPerRechargeFen) throw new Error(`卡 ${card.cardNo} 本月消费超过单次充值上限`);
    await clerk.call(`${area}/recharge`, 'create', { personId, amountFen, giftFen: 0, channel: 'CASH' });
    total += amountFen;
  });
  return total;
}

/** @throws with the server's message when anything is refused. */
export async function setUpSchool(options: SetUpOptions, data: MonthData, clock: Clock): Promise<School> {
  const { url, stamp, say } = options;
  const platform = await signIn(url, options.platform, options.platformPassword);
  const loginName = `replay${stamp}`;
  const name = `真实月份回放 ${stamp}`;
  const password = `Replay-${stamp}-a1`;
  const { id: organizationId } = await platform.call<{ id: number }>('/admin/platform/organization', 'create', {
    name,
    kind: 'SCHOOL',
    contact: '回放',
    phone: '13800000000',
    trial: false,
    loginName,
    password,
  });
  const clerk = await signInOwner(url, loginName, password, `Replay-${stamp}-b2`);
  const canteens = [...new Set(data.cells.map((cell) => cell.canteen))].sort();
  const places = await openPlaces(platform, clerk, clock, canteens, organizationId, options);
  say(
    `单位「${name}」，账号 ${loginName}，密码 ${clerk.password}，${canteens.length} 个餐厅，${canteens.length * terminalsPerCanteen} 台消费机`,
  );
  const people = await importHolders(clerk, data);
  say(`导入 ${people} 名持卡人`);
  const rechargedFen = await recharge(clerk, data);
  return { clerk, name, ...places, people, rechargedFen };
}
