/**
 * What goes on whatever a unit owes (units.md §7): money of diners finds its way back, what was charged wrongly is set right, the
 * books are checked and closed, food safety is recorded, lost cards are blocked, statements are answered, and the unit can
 * renew. Swipes and uploads of terminals come in by other doors and are not asked at all; exports change nothing.
 */

/** Below the area, with all that lies below it; verbs, or `*` for all of the page. */
type Kept = Readonly<Record<string, '*' | readonly string[]>>;

export const neverBlocked: Readonly<Record<'ORGANIZATION' | 'CONTRACTOR', Kept>> = {
  ORGANIZATION: {
    // Refunds and cash-out to diners.
    '/refund': '*',
    '/third_refund': '*',
    '/cash_out_detail': '*',
    '/deposit': ['reverse', 'receipt'],
    '/recharge': ['reverse', 'receipt'],
    '/recharge/detail': '*',
    '/count_recharge': ['reverse', 'receipt'],
    '/main_account_order': '*',
    '/operator_cash_summary': '*',
    '/order_food_detail': ['refund', 'cancel', 'undo', 'take'],
    '/user': ['close', 'leave', 'returnFee', 'returnCard', 'reportLoss', 'freezeCard'],
    // Corrections, and records of terminals that came in late.
    '/correct': '*',
    '/consume': ['reverse'],
    '/third_party_consume': '*',
    '/offline_consume': '*',
    // The books.
    '/ledger_check': '*',
    '/month_close': '*',
    '/settlement': '*',
    // Renewing.
    '/application': '*',
    '/unit_bill': '*',
    // Alerts are of people's safety.
    '/alert_detail': '*',
  },
  CONTRACTOR: {
    '/user': ['reportLoss'],
    '/trade_record': '*',
    '/account_statement': '*',
    '/recharge_detail': '*',
    '/recharge_records': '*',
    '/settlement': '*',
    '/application': '*',
    '/unit_bill': '*',
  },
};

/** Applications whose records are owed to the law, not to the platform. */
export const neverBlockedApplications: readonly string[] = ['FOOD_SAFETY'];

/** Is the verb of the page at `path` one of them? The nearest entry above the path decides. */
export function isNeverBlocked(unitType: 'ORGANIZATION' | 'CONTRACTOR', path: string, verb: string): boolean {
  const kept = neverBlocked[unitType];
  const parts = path.split('/').slice(3);
  for (let n = parts.length; n > 0; n -= 1) {
    const found = kept[`/${parts.slice(0, n).join('/')}`];
    if (found) return found === '*' || found.includes(verb);
  }
  return false;
}
