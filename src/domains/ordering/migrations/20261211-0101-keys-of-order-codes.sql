-- What signs the codes that diners show for their orders; one key a unit, sealed.
create table order_code_key (
  organization_id bigint primary key references organization (id),
  secret text not null,
  created_at timestamptz not null
);
