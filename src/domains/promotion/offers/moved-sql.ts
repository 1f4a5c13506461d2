/** What activities move on what a caterer is due, as SQL for whoever counts days or trades under contract. */

/**
 * Rows (restaurant_id, business_date, contractor_id, fen) of the organization $1 from $2 to $3. A reduction the organization bears is due
 * to whoever served, as if it had been paid, until the trade is taken back wholly; what was spent of a gift is not due to the
 * contractor named when that one bears it.
 */
export const movedOfDays = `
  select u.restaurant_id, u.business_date, null::bigint as contractor_id, u.fen from activity_use u
  where u.organization_id = $1 and u.business_date between $2::date and $3::date and u.bearer = 'ORGANIZATION'
    and u.trade_id is not null and u.status = 'GIVEN'
  union all
  select t.restaurant_id, t.business_date, g.contractor_id, e.amount_fen
  from activity_use g join ledger_entry e on e.organization_id = g.organization_id and e.wallet_id = g.wallet_id
    and e.business_date between $2::date and $3::date
  join trade t on t.organization_id = e.organization_id and t.business_date = e.business_date and t.id = e.posting_id
  where g.organization_id = $1 and g.wallet_id is not null and g.bearer = 'CONTRACTOR'`;

/** The same of one trade `t`, served by the contractor of that column. */
export const movedOfTrade = (contractorId: string) => `
  coalesce((select u.fen from activity_use u where u.organization_id = t.organization_id
      and u.trade_id = t.id and u.bearer = 'ORGANIZATION' and u.status = 'GIVEN'), 0)
    + case when t.gift_fen = 0 then 0 else coalesce((select sum(e.amount_fen) from ledger_entry e
      join activity_use g on g.organization_id = e.organization_id and g.wallet_id = e.wallet_id and g.bearer = 'CONTRACTOR'
        and g.contractor_id = ${contractorId}
      where e.organization_id = t.organization_id and e.business_date = t.business_date and e.posting_id = t.id), 0) end`;
