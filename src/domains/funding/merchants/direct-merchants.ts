/** Who collects a unit's online money: its own merchant number where it has one, else the platform's. */
import type { Pool } from 'pg';
import type { Clock } from '../../../kit/server/clock.ts';
import type { PayChannel, PayProvider } from '../pay/provider.ts';
import type { Pay } from '../pay/service.ts';
import type { MerchantSet } from './merchant-provider.ts';

/** A provider; null where the number is one of a unit's but cannot be used as it is set up; undefined where it is none. */
type Found = PayProvider | null | undefined;

export interface DirectMerchants {
  ofUnit(organizationId: number, channel: string): Promise<Found>;
  ofNumber(channel: string, merchantNo: string): Promise<Found>;
  /** All that collect. */
  collecting(): Promise<PayProvider[]>;
  /** A merchant changed. */
  forget(): void;
  /** Why a number set up so could collect nothing; undefined when it can. */
  faultOf(set: MerchantSet): string | undefined;
}

interface Row extends MerchantSet {
  organizationId: number;
  status: string;
}

/** What another node changed is known here that much later. */
const keptMs = 15_000;

/** `build` makes the channel of a number. @throws where its keys are not there: told once per reading. */
export function directMerchants(
  tools: { pool: Pool; clock: Clock; tell: (merchantNo: string, why: string) => void },
  build: (set: MerchantSet) => PayProvider,
): DirectMerchants {
  let kept: { at: number; rows: readonly (Row & { provider: PayProvider | null })[] } | undefined;
  const tried = (set: MerchantSet): PayProvider | string => {
    try {
      return build(set);
    } catch (error) {
      return error instanceof Error ? error.message : '无法使用';
    }
  };
  const providerOf = (row: Row) => {
    const made = tried(row);
    if (typeof made !== 'string') return made;
    tools.tell(row.merchantNo, made);
    return null;
  };
  const read = async () => {
    const now = tools.clock.now();
    if (kept && now - kept.at < keptMs) return kept.rows;
    const { rows } = await tools.pool.query<Row>(
      `select /* wall: by the number or the unit that asks */ organization_id as "organizationId", channel, merchant_no as "merchantNo",
         coalesce(app_id, '') as "appId", coalesce(serial_no, '') as "serialNo", coalesce(key_file, '') as "keyFile",
         coalesce(secret_file, '') as "secretFile", coalesce(platform_keys, '') as "platformKeys", status from direct_merchant order by id`,
    );
    kept = { at: now, rows: rows.map((row) => ({ ...row, provider: providerOf(row) })) };
    return kept.rows;
  };
  return {
    ofUnit: async (organizationId, channel) =>
      (await read()).find((m) => m.organizationId === organizationId && m.channel === channel && m.status === 'ON')
        ?.provider,
    ofNumber: async (channel, merchantNo) =>
      (await read()).find((m) => m.channel === channel && m.merchantNo === merchantNo)?.provider,
    collecting: async () =>
      (await read()).flatMap(({ status, provider }) => (status === 'ON' && provider ? [provider] : [])),
    forget: () => {
      kept = undefined;
    },
    faultOf: (set) => {
      const made = tried(set);
      return typeof made === 'string' ? made : undefined;
    },
  };
}

type Paying = Pick<Pay, 'provider' | 'direct'>;

/** Where a new payment of the unit goes; undefined where nobody can take it. */
export async function collectorOf(
  pay: Paying,
  organizationId: number,
  channel: PayChannel,
): Promise<PayProvider | undefined> {
  const own = await pay.direct?.ofUnit(organizationId, channel);
  return own === undefined ? pay.provider(channel) : (own ?? undefined);
}

/** Whoever took a payment: the number it was paid to knows of it, nobody else. */
export async function takerOf(pay: Paying, channel: string, merchantNo: string): Promise<PayProvider | undefined> {
  const own = await pay.direct?.ofNumber(channel, merchantNo);
  return own === undefined ? pay.provider(channel) : (own ?? undefined);
}
