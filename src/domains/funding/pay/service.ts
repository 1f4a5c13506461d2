/** The channels as the server has them: real ones where a merchant is set up, the sandbox in a demonstration. */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import type { Clock } from '../../../kit/server/clock.ts';
import type { Random } from '../../../kit/server/ids.ts';
import type { DirectMerchants } from '../merchants/direct-merchants.ts';
import type { CallbackPayment, PayChannel, PayProvider, PayService } from './provider.ts';
import { type Sandbox, sandboxProvider } from './sandbox.ts';

/** Takes a payment whose number is no recharge's: TAKEN or KNOWN already; undefined when it is none of its own either. */
export type PaymentTaker = (
  payment: CallbackPayment & { channel: PayChannel },
) => Promise<'TAKEN' | 'KNOWN' | undefined>;

export interface Pay extends PayService {
  /** Merchant numbers of units' own. */
  direct?: DirectMerchants;
  /** Domains above that are paid by the channels add theirs when they are built. */
  takers?: PaymentTaker[];
  /** The channel's sandbox, where that is what answers for it. */
  sandbox(channel: string): Sandbox | undefined;
  /** What the channel keeps, in ten-thousandths of the amount, by the merchant's contract; the usual one when left out. */
  feeRate?(channel: PayChannel): number;
}

/** The usual contract's 0.6 %. */
const usualRate = 60;

declare module '../../../kit/server/context.ts' {
  interface Services {
    pay: Pay;
  }
}

/** `real` are the merchants set up; `demo` puts the sandbox where there is none; `rates` are the contracts' fees. */
export function payService(
  real: readonly PayProvider[],
  demo: boolean,
  tools: { clock: Clock; random: Random },
  rates: Partial<Record<PayChannel, number>> = {},
): Pay {
  const secret = tools.random.token(24);
  const providers = new Map<string, PayProvider>(real.map((provider) => [provider.channel, provider]));
  const sandboxes = new Map<string, Sandbox>();
  for (const channel of ['WECHAT', 'ALIPAY'] as const satisfies readonly PayChannel[]) {
    if (!demo || providers.has(channel)) continue;
    const sandbox = sandboxProvider(channel, { clock: tools.clock, secret });
    sandboxes.set(channel, sandbox);
    providers.set(channel, sandbox);
  }
  return {
    provider: (channel) => providers.get(channel),
    sandbox: (channel) => sandboxes.get(channel),
    feeRate: (channel) => rates[channel] ?? usualRate,
    takers: [],
  };
}

/** What the channel keeps of an amount at the merchant's rate, rounded half up to the fen. */
export function feeFen(pay: Pick<Pay, 'feeRate'>, channel: PayChannel, amountFen: number): number {
  return mulDivHalfUp(amountFen, pay.feeRate?.(channel) ?? usualRate, 10_000);
}
