-- How long a unit keeps what its terminals photographed and filmed; without a row the defaults of the code hold.
create table media_retention (
  organization_id bigint primary key references organization (id),
  passage_days int not null check (passage_days between 7 and 730),
  check_days int not null check (check_days between 7 and 730),
  picture_days int not null check (picture_days between 7 and 730),
  clip_days int not null check (clip_days between 7 and 730),
  -- Classes of people whose pictures at gates are not kept at all.
  unpictured_type_ids bigint[] not null,
  -- Pictures at gates of whoever is known to be below 18.
  minors_pictured boolean not null,
  updated_at timestamptz not null,
  version int not null default 1
);
