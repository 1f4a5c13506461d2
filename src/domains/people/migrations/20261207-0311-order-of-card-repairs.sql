-- The requests of a unit come newest first, whatever became of them: the order by state is no order of all.
create index card_repair_applied on card_repair_request (organization_id, applied_at, id);
