-- Once somebody has set out to revoke a payment nobody may book it any more: the channel gives a paid one back.
alter table third_trade add column revoking boolean not null default false;
alter table third_trade add constraint third_trade_revoking check (not (revoking and status = 'SUCCESS'));
