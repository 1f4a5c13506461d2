/** 电子凭条: what a counter document booked, for whoever holds its slip. */
import { openPage } from '../../../../kit/define/open-page.ts';

/** Facts of the page as they travel. */
export interface ElectronicReceipt {
  unit: string;
  title: string;
  documentNo: string;
  /** Family name alone. */
  person: string;
  /** 12.00 元, or 3 次. */
  amount: string;
  at: string;
  /** Undone since, with the instant. */
  reversedAt: string | null;
}

export default openPage({
  name: 'receipt',
  on: 'm',
  title: '电子凭条',
  personal: '持卡人的姓（名以 * 代替）与这一笔的金额；没有工号、余额、电话',
  days: 180,
  freshSeconds: 10,
});
