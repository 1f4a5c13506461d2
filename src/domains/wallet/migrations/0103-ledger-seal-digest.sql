-- What a seal vouches for: every ledger line of an organization's day, in order, as one hash.
create function wallet_day_digest(organization bigint, day date,
  out posting_count bigint, out entry_count bigint, out sums jsonb, out entries_hash text)
language sql stable as $$
  select
    (select count(*) from posting p where p.organization_id = organization and p.business_date = day),
    count(*),
    coalesce((select jsonb_object_agg(a.account, a.fen order by a.account) from (
      select s.account, sum(s.amount_fen)::bigint as fen from ledger_entry s
      where s.organization_id = organization and s.business_date = day group by s.account) a), '{}'),
    encode(sha256(convert_to(coalesce(string_agg(concat_ws('/', e.posting_id, e.line_no, e.account, e.wallet_id, e.amount_fen,
      e.balance_after_fen, e.wallet_version), E'\n' order by e.posting_id, e.line_no), ''), 'UTF8')), 'hex')
  from ledger_entry e where e.organization_id = organization and e.business_date = day
$$;
