-- What a transfer was to bring and nothing of which was there: its line is gone, whoever receives the rest is told. A transfer that came to
-- nothing is kept as one that was not sent. The states grow; every row that is there keeps the narrower rule.
create table stock_bill_left_out (
  contractor_id bigint not null,
  bill_id bigint not null,
  line_no int not null,
  goods_id bigint not null,
  qty bigint not null check (qty > 0),
  reason text not null,
  primary key (contractor_id, bill_id, line_no),
  foreign key (contractor_id, bill_id) references stock_bill (contractor_id, id) on delete cascade,
  foreign key (contractor_id, goods_id) references goods (contractor_id, id)
);
alter table stock_bill drop constraint stock_bill_status_check, add constraint stock_bill_status_check check (status in ('DRAFT', 'SUBMITTED',
  'POSTED', 'SENT', 'RECEIVED', 'PART', 'REVERSED', 'NOT_SENT')) not valid;
