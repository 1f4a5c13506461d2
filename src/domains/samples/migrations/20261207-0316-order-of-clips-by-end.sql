-- Which clips go next, of one unit.
create index snapshot_clip_end on snapshot (organization_id, keep_until, id) where kind = 'CLIP';
