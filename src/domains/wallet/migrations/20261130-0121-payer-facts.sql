-- Moves with every change of what a swipe is decided by of people and cards (by triggers of the domain that keeps them). Who has
-- looked a payer up keeps what it found and says which version it is of; a batch that finds another one decides nothing.
create table payer_facts (
  organization_id bigint primary key,
  version bigint not null
);
