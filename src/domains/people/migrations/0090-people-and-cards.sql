-- People of an organization: person types, the department tree, persons, job numbers, cards, and the version by which
-- devices follow the card list. Every key leads with organization_id; amounts are integer fen.

create table person_type (
  organization_id bigint not null,
  id bigint not null,
  name text not null check (length(name) between 1 and 30),
  -- Which price of a rule applies; empty when types do not differ in price.
  price_class text,
  -- Null: no bound.
  day_limit_amount_fen bigint check (day_limit_amount_fen >= 0),
  day_limit_count integer check (day_limit_count >= 0),
  single_limit_fen bigint check (single_limit_fen >= 0),
  must_order boolean not null default false,
  allow_overdraft boolean not null default false,
  overdraft_limit_fen bigint not null default 0 check (overdraft_limit_fen >= 0),
  accounts text[] not null default '{MAIN,SUBSIDY}' check (accounts <@ '{MAIN,SUBSIDY,COUNT}'::text[]),
  -- Days a new person is valid from the day of opening; null never ends.
  valid_days integer check (valid_days > 0),
  -- Given to people opened or imported without a type.
  is_default boolean not null default false,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  constraint person_type_name unique (organization_id, name)
);
create unique index person_type_default on person_type (organization_id) where is_default;

create table department (
  organization_id bigint not null,
  id bigint not null,
  parent_id bigint,
  -- Ids of its ancestors from the root down: what lies below a department is one containment test.
  above bigint[] not null,
  name text not null check (length(name) between 1 and 50),
  code text,
  kind text not null default 'DEPT' check (kind in ('DEPT', 'GRADE', 'CLASS')),
  leader_id bigint,
  sort integer not null default 0,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  constraint department_name unique nulls not distinct (organization_id, parent_id, name),
  foreign key (organization_id, parent_id) references department (organization_id, id),
  check (parent_id <> id),
  check (cardinality(above) <= 7)
);
create unique index department_code on department (organization_id, code) where code is not null;
create index department_above on department using gin (above);

create table person (
  organization_id bigint not null,
  id bigint not null,
  person_no text not null,
  job_number text check (length(job_number) between 1 and 32),
  name text not null check (length(name) between 1 and 50),
  gender text check (gender in ('M', 'F')),
  birthday date,
  phone text,
  id_no text,
  department_id bigint,
  type_id bigint not null,
  photo_url text,
  guardian_name text,
  guardian_phone text,
  allergens text[] not null default '{}',
  diet_taboo text,
  boarder boolean not null default false,
  -- Last day the person may use the system; null never ends.
  valid_end date,
  status text not null default 'NORMAL' check (status in ('PENDING', 'NORMAL', 'SUSPENDED', 'CLOSING', 'CLOSED')),
  closed_at timestamptz,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  constraint person_no unique (organization_id, person_no),
  foreign key (organization_id, department_id) references department (organization_id, id),
  foreign key (organization_id, type_id) references person_type (organization_id, id)
);
-- A job number belongs to one person at a time; someone who left gives it free.
create unique index person_job_number on person (organization_id, job_number) where job_number is not null and status <> 'CLOSED';
create unique index person_id_no on person (organization_id, id_no) where id_no is not null and status <> 'CLOSED';
create index person_by_department on person (organization_id, department_id);
create index person_by_type on person (organization_id, type_id);
create index person_by_name on person (organization_id, name text_pattern_ops);
create index person_by_id on person (id);

alter table department add foreign key (organization_id, leader_id) references person (organization_id, id);

create table job_number (
  organization_id bigint not null,
  id bigint not null,
  job_number text not null check (length(job_number) between 1 and 32),
  name text,
  department_id bigint,
  person_id bigint,
  status text not null default 'FREE' check (status in ('FREE', 'BOUND', 'VOID')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  constraint job_number_once unique (organization_id, job_number),
  foreign key (organization_id, department_id) references department (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check ((status = 'BOUND') = (person_id is not null))
);
create unique index job_number_person on job_number (organization_id, person_id) where person_id is not null;
create index job_number_department on job_number (organization_id, department_id) where department_id is not null;

create table card (
  organization_id bigint not null,
  id bigint not null,
  -- What is printed and what devices send: text, leading zeros count.
  card_no text not null check (card_no ~ '^[0-9A-Za-z-]{1,32}$'),
  physical_no text check (physical_no ~ '^[0-9A-Za-z-]{1,32}$'),
  person_id bigint,
  kind text not null default 'IC' check (kind in ('IC', 'CPU', 'NFC', 'VIRTUAL')),
  -- The person's nth card.
  seq integer not null default 1,
  deposit_fen bigint not null default 0 check (deposit_fen >= 0),
  fee_fen bigint not null default 0 check (fee_fen >= 0),
  issued_at timestamptz,
  valid_end date,
  loss_at timestamptz,
  replaced_by_id bigint,
  status text not null check (status in ('BLANK', 'NORMAL', 'LOST', 'FROZEN', 'REPLACED', 'RETURNED', 'CANCELLED')),
  -- Version of the card list that carries this card's last change; each change takes its own number.
  list_version bigint not null default 0,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  foreign key (organization_id, replaced_by_id) references card (organization_id, id),
  check (status = 'BLANK' or person_id is not null)
);
-- A number may come back only when its former card is out of use: never twice live, by face or by chip.
create unique index card_live_no on card (organization_id, card_no) where status in ('BLANK', 'NORMAL', 'LOST', 'FROZEN');
create unique index card_live_physical on card (organization_id, physical_no)
  where physical_no is not null and status in ('BLANK', 'NORMAL', 'LOST', 'FROZEN');
create unique index card_live_person on card (organization_id, person_id) where status in ('NORMAL', 'LOST', 'FROZEN');
create index card_no on card (organization_id, card_no);
create index card_person on card (organization_id, person_id);
create index card_list on card (organization_id, list_version) where person_id is not null;

-- One row per organization; its lock puts changes of cards and numbers in one order, so a reader of the list never
-- meets a version whose predecessors are still uncommitted.
create table card_list_version (
  organization_id bigint not null primary key,
  version bigint not null default 0,
  -- Last person number handed out.
  last_person_no bigint not null default 0
);
