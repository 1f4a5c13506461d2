-- From 100,000 stored faces on a unit files with the provincial office: when that was reached, until when, and under which number.
create table face_filing (
  organization_id bigint not null,
  id bigint not null,
  reached_on date not null,
  stored_count int not null check (stored_count > 0),
  due_on date not null,
  -- '' until it is filed.
  filing_no text not null default '',
  office text not null default '',
  filed_on date,
  file text,
  recorded_by bigint,
  recorded_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  -- It is filed once; a changed filing keeps its row.
  constraint face_filing_once unique (organization_id),
  check ((filing_no = '') = (filed_on is null))
);
