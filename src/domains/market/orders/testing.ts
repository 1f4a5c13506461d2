/** What tests do to orders beside the pages; a process of its own can do it, without a server around it. */
import { askPaid, orderBooker } from './channel-money.ts';
import { cancelOrder, claimBack, finishOrder, moveOrder, pickOrder, refundOrder } from './move-order.ts';
import { placeOrder } from './place-order.ts';
import { sweepOrders } from './sweep-orders.ts';

export const orderCommands = {
  askPaid,
  orderBooker,
  cancelOrder,
  claimBack,
  finishOrder,
  moveOrder,
  pickOrder,
  refundOrder,
  placeOrder,
  sweepOrders,
};
export type SweepParts = Parameters<typeof sweepOrders>[0];
