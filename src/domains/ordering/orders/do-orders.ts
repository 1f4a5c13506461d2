/** Several orders, each by itself: one that is refused stops none of the others. */
import type { Refusal } from '../../../kit/server/refusal.ts';

export interface RefusedOrder {
  id: number;
  /** Its number. */
  name: string;
  refusal: Refusal;
}

/** Does it to each and tells which were done and which were not. */
export async function doOrders(
  orders: readonly { id: number; orderNo: string }[],
  act: (id: number) => Promise<Refusal | undefined>,
): Promise<{ done: number[]; refused: RefusedOrder[] }> {
  const refused: RefusedOrder[] = [];
  const done: number[] = [];
  for (const { id, orderNo } of orders) {
    const refusal = await act(id);
    if (refusal) refused.push({ id, name: orderNo, refusal });
    else done.push(id);
  }
  return { done, refused };
}
