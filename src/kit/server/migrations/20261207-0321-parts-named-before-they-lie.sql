-- Keys of all parts of an upload, named before they are there: what a process killed in between leaves goes with the upload.
alter table upload_session add column laid text[] not null default '{}';
