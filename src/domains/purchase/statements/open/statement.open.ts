/** 对账单 for its supplier: what is owed to him by receipt, and his word on it; nothing else of the caterer's. */
import { openPage } from '../../../../kit/define/open-page.ts';

export interface StatementLine {
  receiptNo: string;
  orderNo: string | null;
  acceptedOn: string;
  receivedFen: number;
  returnedFen: number;
}

export interface StatementPage {
  statementNo: string;
  caterer: string;
  contact: string;
  phone: string;
  supplier: string;
  month: string;
  until: string;
  receivedFen: number;
  returnedFen: number;
  amountFen: number;
  theirName: string;
  theirAt: string | null;
  theirNote: string;
  /** Why nothing can be said any more. */
  closed: string | null;
  lines: StatementLine[];
}

export default openPage({ name: 'supplier-statement', on: 'm', title: '供应商对账单', days: 30, freshSeconds: 2 });
