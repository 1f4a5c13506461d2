/**
 * 下载账单: after half past ten the channels have yesterday's bills; they are fetched of every merchant number that is set up, and
 * of the days before that are still missing. What fails is kept with the channel's words and tried again by the hour.
 */
import { Readable } from 'node:stream';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { enterStored } from '../../../kit/server/files/save-upload.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import type { PayProvider } from '../../funding/public.server.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import { takeStored } from './take-file.ts';

const halfPastTenMs = 10.5 * 3_600_000;
/** Days looked back on for bills that did not come. */
const backDays = 7;

interface Wanted {
  provider: PayProvider;
  kind: 'TRADE' | 'FUND';
  day: string;
}

/** Bills that are not here, oldest first; a channel's answer that there was nothing that day stands. */
async function wanted(services: Services): Promise<Wanted[]> {
  const { pay, clock, pool } = services;
  const last = addDays(dateAt(clock.now() - halfPastTenMs), -1);
  const first = addDays(last, 1 - backDays);
  const providers = [pay.provider('WECHAT'), pay.provider('ALIPAY'), ...((await pay.direct?.collecting()) ?? [])];
  const { rows } = await pool.query<{ key: string }>(
    `select /* wall: bills of the platform */ b.channel || ' ' || b.merchant_no || ' ' || b.day || ' ' || b.kind as key
     from merchant_bill b where b.current and b.day between $1::date and $2::date
     union select f.channel || ' ' || f.merchant_no || ' ' || f.day || ' ' || f.kind from bill_fetch f
     where f.status in ('TAKEN', 'NONE') and f.day between $1::date and $2::date`,
    [first, last],
  );
  const here = new Set(rows.map(({ key }) => key));
  const bills: Wanted[] = [];
  for (let day = first; day <= last; day = addDays(day, 1))
    for (const provider of providers)
      for (const kind of ['TRADE', 'FUND'] as const)
        if (provider?.bill && !here.has(`${provider.channel} ${provider.merchantNo} ${day} ${kind}`))
          bills.push({ provider, kind, day });
  return bills;
}

/** Fetches one and takes it as if it had been dropped. Answers TAKEN, or NONE with the channel's words. @throws with what went wrong. */
async function fetchOne(services: Services, { provider, kind, day }: Wanted): Promise<['TAKEN' | 'NONE', string]> {
  const answer = await provider.bill!(kind, day);
  if ('none' in answer) return ['NONE', answer.none];
  const { clock, ids, pool, files, random, db } = services;
  const at = isoAt(clock.now());
  const key = `bill/${at.slice(0, 7).replace('-', '')}/f${random.token(18)}.${answer.name.split('.').at(-1)}`;
  const stored = await files.put(key, Readable.from([answer.bytes]));
  const owner = { accountId: null, unitType: 'PLATFORM' as const, unitId: platformUnitId };
  await enterStored({ pool, ids, clock }, owner, { key, name: answer.name, ...stored });
  const taker = { services, db, ids, clock, session: { accountId: 0, name: '自动下载' } };
  const sheets = await takeStored(taker, { filename: answer.name, key });
  if (sheets === undefined) throw new Error('正在导入其他账单');
  if (isRefusal(sheets)) throw new Error(refusalMessage(sheets));
  const refused = sheets.find((sheet) => sheet.refused !== '');
  if (refused) throw new Error(refused.refused);
  if (sheets.every(({ bills }) => bills.length === 0)) return ['NONE', '账单里没有明细'];
  return ['TAKEN', ''];
}

/** Fetches what is missing; answers how many were taken. One that fails stops no other. */
export async function fetchBills(services: Services, signal?: AbortSignal): Promise<number> {
  let taken = 0;
  for (const one of await wanted(services)) {
    if (signal?.aborted) return taken;
    const [status, said] = await fetchOne(services, one).catch((error: Error): ['FAILED', string] => {
      const { channel, merchantNo } = one.provider;
      services.log.warn('bill not fetched', {
        channel,
        merchantNo,
        day: one.day,
        kind: one.kind,
        error: error.message,
      });
      return ['FAILED', error.message.slice(0, 300)];
    });
    if (status === 'TAKEN') taken += 1;
    await services.pool.query(
      `insert /* wall: bills of the platform */ into bill_fetch (channel, merchant_no, day, kind, status, said, at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (channel, merchant_no, day, kind) do update set status = excluded.status, said = excluded.said,
         tries = bill_fetch.tries + 1, at = excluded.at`,
      [one.provider.channel, one.provider.merchantNo, one.day, one.kind, status, said, isoAt(services.clock.now())],
    );
  }
  return taken;
}
