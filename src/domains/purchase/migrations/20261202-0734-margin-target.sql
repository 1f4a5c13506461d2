-- The share of a dish's price that the caterer wants to keep after its goods: dishes below are listed.
create table bom_target (
  contractor_id bigint primary key references contractor (id),
  ratio_bp int not null check (ratio_bp between 0 and 10000),
  made_name text not null,
  made_at timestamptz not null
);
