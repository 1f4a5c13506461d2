-- A camera is asked for a picture of what goes on at another terminal of its site.
alter table device_command drop constraint device_command_kind_check;
alter table device_command add constraint device_command_kind_check
  check (kind in ('RESTART', 'SYNC_LIST', 'SYNC_TIME', 'UPLOAD', 'OPEN_DOOR', 'INVENTORY', 'CAPTURE'));
-- {event, eventNo, sampleId}: what the picture is of.
alter table device_command add column about jsonb;
