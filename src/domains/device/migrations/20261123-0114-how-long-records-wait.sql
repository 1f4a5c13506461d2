-- Since when a terminal has had records waiting: a backlog is told by its age as well as by its size.
alter table device_beat add column waiting_since timestamptz;
update device_beat set waiting_since = last_beat_at where offline_count > 0;
-- What a terminal could not take over is looked for every minute.
create index device_push_failed on device_push (organization_id, device_id) where status in ('FAILED', 'EXPIRED');
