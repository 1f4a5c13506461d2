-- When the names of a case that is long closed were taken out of it; its packs stay as they were given out.
alter table trace_case add column nameless_at timestamptz;
