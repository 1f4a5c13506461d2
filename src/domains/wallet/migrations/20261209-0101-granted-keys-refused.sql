-- Servers of the version before look for a grant's key in money_request alone: a line that this version granted and was killed before
-- it noted would be granted again by them.
create function wallet_refuse_granted_key() returns trigger language plpgsql as $$
begin
  if exists (select from plain_grant where organization_id = new.organization_id and request_key = new.request_key) then
    raise exception 'key % is a grant''s', new.request_key using errcode = 'unique_violation';
  end if;
  return new;
end $$;
create trigger refuse_granted_key before insert on money_request for each row when (new.kind = 'SUBSIDY_GRANT')
  execute function wallet_refuse_granted_key();
