/** Meals paid by a code off the diner's phone, and orders by a code shown to it: how one stands in the tables, and who books it. */
import type { Services } from '../../../kit/server/context.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import type { Posted, Tx } from '../../wallet/public.server.ts';
import type { PayChannel } from '../pay/provider.ts';

export type CodeDeps = Pick<Services, 'pool' | 'clock' | 'ids' | 'pay' | 'codeBooker' | 'orderBooker' | 'log'>;

export interface ThirdTrade {
  organizationId: number;
  id: number;
  tradeNo: string;
  deviceId: number;
  epoch: number;
  seq: number;
  channel: PayChannel;
  /** Paid to. */
  merchantNo: string;
  channelNo: string;
  amountFen: number;
  /** What the booker needs, as it gave it when the payment began. */
  charge: unknown;
  postingId: number | null;
  /** The order it pays by a code shown to the payer; null: a meal, by the payer's own code. */
  orderId: number | null;
  /** Empty while the channel has given none. */
  shownCode: string;
  /** Being undone: it is never booked any more. */
  revoking: boolean;
  error: string;
  at: string;
  expiresAt: string;
  status: 'PAYING' | 'SUCCESS' | 'CLOSED';
}

/**
 * Books a paid meal. `paid` is its companion: it writes the payment's end in the transaction of the posting, and must
 * be run there. Asked again it answers what was booked.
 */
export type CodeBooker = (
  trade: ThirdTrade,
  paid: (tx: Tx, posted: Posted) => Promise<Refusal | undefined>,
) => Promise<{ readonly posted: Posted } | Refusal>;

declare module '../../../kit/server/context.ts' {
  interface Services {
    /** The domain that sells meals puts it here. */
    codeBooker: CodeBooker;
    /** The domain that has orders paid by shown codes puts it here. */
    orderBooker: CodeBooker;
  }
}

const columns = `organization_id as "organizationId", id, trade_no as "tradeNo", device_id as "deviceId", epoch, seq, channel, merchant_no as "merchantNo",
  channel_no as "channelNo", amount_fen as "amountFen", charge, posting_id as "postingId", order_id as "orderId",
  shown_code as "shownCode", revoking, error, at,
  expires_at as "expiresAt", status`;

type Reader = Pick<Services, 'pool'>;

/** The payment of a terminal's record, if one was begun. */
export async function tradeOfRecord(
  { pool }: Reader,
  organizationId: number,
  record: { deviceId: number; epoch: number; seq: number },
): Promise<ThirdTrade | undefined> {
  const { rows } = await pool.query<ThirdTrade>(
    `select ${columns} from third_trade where organization_id = $1 and device_id = $2 and epoch = $3 and seq = $4`,
    [organizationId, record.deviceId, record.epoch, record.seq],
  );
  return rows[0];
}

export async function tradeById({ pool }: Reader, organizationId: number, id: number): Promise<ThirdTrade | undefined> {
  const { rows } = await pool.query<ThirdTrade>(
    `select ${columns} from third_trade where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0];
}

/** The payment of a number we gave a channel: they are unique over all organizations. */
export async function tradeByNo({ pool }: Reader, tradeNo: string): Promise<ThirdTrade | undefined> {
  const { rows } = await pool.query<ThirdTrade>(
    `select /* wall: the payment of this number */ ${columns} from third_trade where trade_no = $1`,
    [tradeNo],
  );
  return rows[0];
}

/** Books it, or answers what was booked. */
export const bookerOf = (deps: Pick<CodeDeps, 'codeBooker' | 'orderBooker'>, trade: ThirdTrade): CodeBooker =>
  trade.orderId === null ? deps.codeBooker : deps.orderBooker;
