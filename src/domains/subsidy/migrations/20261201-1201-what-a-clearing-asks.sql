-- What was left when a clearing was asked for: whoever decides on it sees the amount before anything is cleared.
alter table subsidy_clear_run add column asked_fen bigint not null default 0;
-- One that waits already: its lots are those of its batch, or all that end before its day.
update subsidy_clear_run u set asked_fen = coalesce((
    select sum(w.balance_fen - w.held_fen) from wallet w
     where w.organization_id = u.organization_id and w.kind = u.purse and w.status <> 'CLOSED' and w.balance_fen > w.held_fen
       and case when u.batch_id is null then w.expires_on < u.as_of else w.batch_id = u.batch_id end), 0)
 where u.status = 'SUBMITTED';
-- Those that ran asked for what they took.
update subsidy_clear_run set asked_fen = before_fen where status in ('RUNNING', 'DONE');
