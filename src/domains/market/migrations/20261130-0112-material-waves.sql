-- Waves also carry what kitchens are sent: the transfers of one way, with what each of them wanted before it was sorted.
alter table shop_wave add column kind text not null default 'SHOP' check (kind in ('SHOP', 'MATERIAL')),
  add column arrived_temp10 int check (arrived_temp10 between -400 and 400);

create table shop_wave_line (
  contractor_id bigint not null,
  wave_id bigint not null,
  bill_id bigint not null,
  goods_id bigint not null,
  wanted_qty bigint not null check (wanted_qty > 0),
  primary key (contractor_id, bill_id, goods_id),
  foreign key (contractor_id, wave_id) references shop_wave (contractor_id, id) on delete cascade
);
create index shop_wave_line_of on shop_wave_line (contractor_id, wave_id);
