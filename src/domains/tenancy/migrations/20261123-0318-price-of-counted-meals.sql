-- What a meal of a COUNT purse is worth between organization and contractor.
alter table contract_site add column count_price_fen bigint not null default 0 check (count_price_fen >= 0);
