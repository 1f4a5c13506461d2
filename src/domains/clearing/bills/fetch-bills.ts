/**
 * 下载账单: after half past ten the channels have yesterday's bills; they are fetched of every merchant number that is set up, and
 * of the days before that are still missing. What fails is kept with the channel's words and tried again by the hour.
 */
import { Readable } from 'node:stream';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { storeEntered } from '../../../kit/server/files/save-upload.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import type { PayProvider } from '../../funding/public.server.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import { takeStored } from './take-file.ts';
import type { TakenSheet } from './taken.ts';

const halfPastTenMs = 10.5 * 3_600_000;
/** Days looked back on for bills that did not come. */
const backDays = 7;

interface Bill {
  provider: PayProvider;
  kind: 'TRADE' | 'FUND';
  day: string;
}

export interface Fetched extends Bill {
  status: 'TAKEN' | 'NONE' | 'FAILED';
  /** What there was in it, what the channel said, or what went wrong. */
  said: string;
}

/** The last day whose bill the channels have by now. */
export const lastBillDay = (nowMs: number): string => addDays(dateAt(nowMs - halfPastTenMs), -1);

const billKey = ({ provider, kind, day }: Bill) => `${provider.channel} ${provider.merchantNo} ${day} ${kind}`;

/** The bills of these days, oldest first, of every merchant number from which they can be fetched. */
export async function billsOf({ pay }: Pick<Services, 'pay'>, first: string, last: string): Promise<Bill[]> {
  const providers = [pay.provider('WECHAT'), pay.provider('ALIPAY'), ...((await pay.direct?.collecting()) ?? [])];
  const bills: Bill[] = [];
  for (let day = first; day <= last; day = addDays(day, 1))
    for (const provider of providers)
      if (provider?.bill) for (const kind of ['TRADE', 'FUND'] as const) bills.push({ provider, kind, day });
  return bills;
}

/** Bills that are not here; a channel's answer that there was nothing that day stands. */
async function missing(services: Services): Promise<Bill[]> {
  const last = lastBillDay(services.clock.now());
  const first = addDays(last, 1 - backDays);
  const { rows } = await services.pool.query<{ key: string }>(
    `select /* wall: bills of the platform */ b.channel || ' ' || b.merchant_no || ' ' || b.day || ' ' || b.kind as key
     from merchant_bill b where b.current and b.day between $1::date and $2::date
     union select f.channel || ' ' || f.merchant_no || ' ' || f.day || ' ' || f.kind from bill_fetch f
     where f.status in ('TAKEN', 'NONE') and f.day between $1::date and $2::date`,
    [first, last],
  );
  const here = new Set(rows.map(({ key }) => key));
  return (await billsOf(services, first, last)).filter((bill) => !here.has(billKey(bill)));
}

const wordsOf = (sheets: readonly TakenSheet[]) => {
  const bills = sheets.flatMap((sheet) => sheet.bills);
  const lines = bills.reduce((sum, bill) => sum + bill.lineCount, 0);
  const problems = bills.reduce((sum, bill) => sum + bill.problems, 0);
  if (bills.every(({ same }) => same)) return `${lines} 笔，与已导入的相同`;
  return `${lines} 笔${problems > 0 ? `，${problems} 处差异已列入「异常交易记录」` : ''}`;
};

/** Fetches one and takes it as if it had been dropped. @throws with what went wrong. */
async function fetchOne(services: Services, { provider, kind, day }: Bill): Promise<Pick<Fetched, 'status' | 'said'>> {
  const answer = await provider.bill!(kind, day);
  if ('none' in answer) return { status: 'NONE', said: answer.none };
  const { clock, ids, pool, files, random, db } = services;
  const at = isoAt(clock.now());
  const key = `bill/${at.slice(0, 7).replace('-', '')}/f${random.token(18)}.${answer.name.split('.').at(-1)}`;
  const owner = { accountId: null, unitType: 'PLATFORM' as const, unitId: platformUnitId };
  const store = { store: files, sql: pool, ids, clock };
  await storeEntered(store, owner, { key, name: answer.name }, Readable.from([answer.bytes]));
  const taker = { services, db, ids, clock, session: { accountId: 0, name: '自动下载' } };
  const sheets = await takeStored(taker, { filename: answer.name, key, from: provider });
  if (sheets === undefined) throw new Error('正在导入其他账单');
  if (isRefusal(sheets)) throw new Error(refusalMessage(sheets));
  const refused = sheets.find((sheet) => sheet.refused !== '');
  if (refused) throw new Error(refused.refused);
  if (sheets.every(({ bills }) => bills.length === 0)) return { status: 'NONE', said: '账单里没有明细' };
  return { status: 'TAKEN', said: wordsOf(sheets) };
}

/** Fetches one and notes what became of it; what goes wrong is in the answer. */
export async function fetchNoted(services: Services, bill: Bill): Promise<Fetched> {
  const { kind, day } = bill;
  const { channel, merchantNo } = bill.provider;
  const { status, said } = await fetchOne(services, bill).catch((error: Error): Pick<Fetched, 'status' | 'said'> => {
    services.log.warn('bill not fetched', { channel, merchantNo, day, kind, error: error.message });
    return { status: 'FAILED', said: error.message.slice(0, 300) };
  });
  await services.pool.query(
    `insert /* wall: bills of the platform */ into bill_fetch (channel, merchant_no, day, kind, status, said, at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (channel, merchant_no, day, kind) do update set status = excluded.status, said = excluded.said,
       tries = bill_fetch.tries + 1, at = excluded.at`,
    [channel, merchantNo, day, kind, status, said, isoAt(services.clock.now())],
  );
  return { ...bill, status, said };
}

/** Fetches what is missing; answers how many were taken. One that fails stops no other. */
export async function fetchBills(services: Services, signal?: AbortSignal): Promise<number> {
  let taken = 0;
  for (const bill of await missing(services)) {
    if (signal?.aborted) return taken;
    if ((await fetchNoted(services, bill)).status === 'TAKEN') taken += 1;
  }
  return taken;
}
