/** A wallet over a fresh database, and short ways to ask it for things. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import {
  type ConsumeRequest,
  type MoneyRequest,
  type Outcome,
  openPurses,
  type Posted,
  type PricedTrade,
  type TradePlace,
} from '../../src/domains/wallet/public.server.ts';
import {
  type CardMoneyRequest,
  checkInvariants,
  createWallet,
  type WalletOptions,
  type WalletWriter,
} from '../../src/domains/wallet/testing.ts';
import { manualClock } from '../../src/kit/server/clock.ts';
import { refreshStatistics } from '../../src/kit/server/db/statistics.ts';
import { blockIds, type Ids } from '../../src/kit/server/ids.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

/** 2026-11-20 12:00 +08:00. */
export const noon = Date.parse('2026-11-20T12:00:00+08:00');
export const organizationId = 7001;
export const minuteMs = 60_000;

export interface Bench {
  database: TestDatabase;
  wallet: WalletWriter;
  ids: Ids;
  clock: ReturnType<typeof manualClock>;
  /** Opens MAIN and SUBSIDY of `count` new people; answers their ids. */
  people(count: number, overdraftFen?: number): Promise<number[]>;
  /** Another writer on the same database, as another node would be. */
  another(options?: Partial<WalletOptions>): WalletWriter;
}

/** Ids over the database's own sequence. */
export function databaseIds(database: TestDatabase): Ids {
  return blockIds(async () => {
    const { rows } = await database.pool.query<{ id: number }>(`select nextval('id_block') as id`);
    return rows[0]?.id ?? 0;
  });
}

/** Sets up one database and wallet for the file; all invariants are checked after every test. */
export function bench(options: Partial<WalletOptions> = {}, durable = false): Bench {
  const self = { clock: manualClock(noon) } as Bench;
  const writers: WalletWriter[] = [];
  beforeAll(async () => {
    self.database = await testDatabase({ durable });
    self.ids = databaseIds(self.database);
    self.another = (more = {}) => {
      const writer = createWallet({
        connection: self.database.connectionConfig,
        db: self.database.pool,
        clock: self.clock,
        ids: self.ids,
        ...options,
        ...more,
      });
      writers.push(writer);
      return writer;
    };
    self.wallet = self.another();
    self.people = async (count, overdraftFen = 0) => {
      const persons = await self.ids.take(count);
      const list = persons.map((personId) => ({ personId, overdraftFen }));
      await openPurses(self.database.pool, organizationId, list, self);
      return persons;
    };
  });
  afterEach(async () => {
    const client = await self.database.pool.connect();
    try {
      // Of a long run the proof reads millions of lines, as it does at night: in its own time, with statistics that know of them.
      await client.query('set statement_timeout = 0');
      if (process.env.PROOF_FIGURES) await refreshStatistics(self.database.pool);
      expect(await checkInvariants(client)).toEqual([]);
    } finally {
      client.release(true);
    }
  }, 1_800_000);
  afterAll(async () => {
    for (const writer of writers) await writer.close();
    await self.database.drop();
  });
  return self;
}

export const place: TradePlace = {
  restaurantId: 11,
  deploySiteId: 12,
  deviceId: 13,
  mealPeriodId: 2,
  departmentId: 21,
  personTypeId: 31,
  mode: 'AMOUNT',
  identify: 'CARD',
};

let serial = 0;
/** A key never used before in this process. */
export function freshKey(prefix = 'k'): string {
  serial += 1;
  return `${prefix}:${serial}`;
}

/** A number never used before in this process, as terminals tell it: what a swipe is booked under and what its trade says. */
export function freshNumber(deviceId = place.deviceId): Pick<ConsumeRequest, 'requestKey' | 'place'> {
  serial += 1;
  return { requestKey: `d:${deviceId}:7:${serial}`, place: { ...place, deviceId, deviceSeq: `7-${serial}` } };
}

/** A terminal's swipe of a fixed amount. */
export function consume(personId: number, amountFen: number, more: Partial<ConsumeRequest> = {}): ConsumeRequest {
  const priced: PricedTrade = { originFen: amountFen, discountFen: 0, amountFen };
  return {
    kind: 'CONSUME',
    organizationId,
    ...freshNumber(),
    personId,
    occurredAt: noon,
    meaning: String(amountFen),
    price: () => priced,
    ...more,
  };
}

type Rest<K extends MoneyRequest['kind']> = Omit<
  K extends CardMoneyRequest['kind'] ? CardMoneyRequest : Extract<MoneyRequest, { kind: K }>,
  'kind' | 'organizationId' | 'requestKey' | 'personId' | 'occurredAt'
> &
  Partial<MoneyRequest>;

/** Any other request with the usual fields filled in. */
export function ask<K extends MoneyRequest['kind']>(kind: K, personId: number, rest: Rest<K>): MoneyRequest {
  return { organizationId, requestKey: freshKey(kind), personId, occurredAt: noon, ...rest, kind } as MoneyRequest;
}

/** The posting of an outcome. @throws when it was refused. */
export function posted(outcome: Outcome): Posted {
  if ('posted' in outcome) return outcome.posted;
  throw new Error(`refused: ${outcome.code} ${JSON.stringify(outcome.params)}`);
}

/** The refusal code of an outcome, or `posted`. */
export function codeOf(outcome: Outcome): string {
  return 'posted' in outcome ? 'posted' : outcome.code;
}
