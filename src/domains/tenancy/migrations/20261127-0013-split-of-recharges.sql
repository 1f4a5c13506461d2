-- What of diners' main money a contract divides: what is eaten, or what is topped up, which goes to its receivers at once.
alter table contract_site add column split_mode text not null default 'CONSUME' check (split_mode in ('CONSUME', 'RECHARGE'));
