/** 采购单 for its supplier: what is ordered, and what he says of it; nothing else of the caterer's. */
import { openPage } from '../../../../kit/define/open-page.ts';

export interface OrderLine {
  purchaseId: number;
  goods: string;
  spec: string | null;
  unit: string;
  ordered: number;
  priceFen: number;
  tracked: boolean;
  /** As he said it last; as it was ordered until then. */
  qty: number;
  saidFen: number;
  lotNo: string;
  producedOn: string | null;
  expiresOn: string | null;
  note: string;
}

export interface OrderPage {
  caterer: string;
  /** Who ordered and how he is reached; without a telephone of his own the caterer's. */
  buyer: string;
  phone: string;
  supplier: string;
  orderNo: string;
  deliveryDate: string;
  place: string;
  address: string | null;
  amountFen: number;
  confirmedAt: string | null;
  /** Why nothing can be said any more. */
  closed: string | null;
  lines: OrderLine[];
}

export default openPage({ name: 'supply-order', on: 'm', title: '采购单', days: 7, freshSeconds: 2 });
