-- Lines and heads of batches say the same by the same names everywhere: what a line is worked for, how often it was tried,
-- its posting, the refusal's code and words; how many and how much the head counts, has posted, has failed.
alter table manual_charge rename column person_count to total_count;
alter table manual_charge_line rename column charge_id to batch_id;
alter table manual_charge_line rename column attempts to attempt;
alter table manual_charge_line rename column trade_id to posting_id;
alter table manual_charge_line rename column reverse_trade_id to reverse_posting_id;
alter table manual_charge_line add column fail_code text, add column posted_at timestamptz;
-- A line is open in its state while nothing speaks against it. Of a run under way, those it has not come to yet.
update manual_charge_line l set status = case l.status when 'FAILED' then 'PENDING' else l.status end, fail_reason = ''
  from manual_charge c
 where c.organization_id = l.organization_id and c.id = l.batch_id and l.fail_reason <> '' and l.failed_run < c.run_no
   and ((c.status = 'APPROVED' and l.status = 'FAILED') or (c.status = 'REVERSING' and l.status = 'POSTED'));
alter table manual_charge_line drop column failed_run;
alter table manual_charge drop column run_no;

alter table correction_batch rename column line_count to total_count;
alter table correction_batch add column total_fen bigint, add column posted_fen bigint not null default 0,
  add column failed_fen bigint not null default 0;
update correction_batch b set total_fen = refund_fen + supplement_fen, posted_fen = posted_refund_fen + posted_supplement_fen,
  failed_fen = (select coalesce(sum(c.amount_fen), 0) from correction c where c.organization_id = b.organization_id
    and c.batch_id = b.id and c.status = 'APPROVED' and c.fail_reason <> '');
alter table correction_batch alter column total_fen set not null;
alter table correction rename column attempts to attempt;
alter table correction rename column result_trade_id to posting_id;
alter table correction add column fail_code text;
update correction c set fail_reason = ''
  from correction_batch b
 where b.organization_id = c.organization_id and b.id = c.batch_id and b.status = 'APPROVED' and c.status = 'APPROVED'
   and c.fail_reason <> '' and c.failed_run < b.run_no;
alter table correction drop column failed_run;
alter table correction_batch drop column run_no;
