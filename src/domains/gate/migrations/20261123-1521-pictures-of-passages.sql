-- The picture a door took of who passed: key of a stored file, '' for none; goes after thirty days.
alter table passage add column picture text not null default '';
create index passage_picture on passage (picture) where picture <> '';
create index passage_picture_age on passage (at) where picture <> '';
