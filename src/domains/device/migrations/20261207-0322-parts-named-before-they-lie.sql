-- Keys of all parts of a picture or clip, named before they are there: what a process killed in between leaves goes with it.
alter table media add column laid text[] not null default '{}';
