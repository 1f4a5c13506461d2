/** Where an entry of a unit's purse came from: its document, or the lines of the day that was posted by difference. */
import type { Drill } from '../../../kit/define/page.ts';

const area = '/admin/organization';

/** Pages of the documents, each with a place in the areas of those who see the entry. */
const documents: Readonly<Record<string, string>> = {
  WITHDRAWAL: `${area}/withdrawal`,
  STATEMENT: `${area}/settlement`,
  CLAIM_PAYMENT: `${area}/settlement`,
  UNIT_BILL: `${area}/unit_bill`,
  UNIT_BILL_PAYMENT: `${area}/unit_bill`,
};

export const documentDrill: Drill = {
  path: (row) => documents[String(row.documentType)]!,
  search: (row) => ({ keyword: row.documentNo }),
  keepsUnit: false,
};

type Row = Readonly<Record<string, unknown>>;
type Lines = { path: string; search: (row: Row) => Record<string, unknown> };

const day = (row: Row) => [row.bucketDate, row.bucketDate];
const swipes = (path: string): Lines => ({ path, search: (row) => ({ businessDate: day(row) }) });

/** By whose purse it is: an organization has its diners' own lists, a caterer those over its units. */
const linesOf: Readonly<Record<string, { in: Lines; out: Lines; eaten: Lines }>> = {
  ORGANIZATION: {
    in: { path: `${area}/main_account_order`, search: (row) => ({ createdAt: day(row) }) },
    out: { path: `${area}/refund/detail`, search: (row) => ({ at: null, businessDate: day(row) }) },
    eaten: swipes(`${area}/consume_detail`),
  },
  CONTRACTOR: {
    in: { path: '/admin/contractor/recharge_records', search: (row) => ({ createdAt: null, paidAt: day(row) }) },
    out: { path: '/admin/contractor/refund_detail', search: (row) => ({ at: null, businessDate: day(row) }) },
    eaten: swipes('/admin/contractor/consume_detail'),
  },
};

function linesBehind(row: Row): Lines {
  const { in: paid, out, eaten } = linesOf[String(row.unitType)]!;
  if (row.kind === 'ONLINE_OUT') return out;
  return row.kind === 'CONTRACT_DAY' || row.kind === 'MANAGE_FEE' ? eaten : paid;
}

/** The lines of the business day; of them the posting took what was not on the books yet. */
export const dayDrill: Drill = {
  path: (row) => linesBehind(row).path,
  search: (row) => ({
    ...linesBehind(row).search(row),
    ...(row.unitType === 'CONTRACTOR' ? { organizationId: row.organizationId } : {}),
  }),
  keepsUnit: false,
};
