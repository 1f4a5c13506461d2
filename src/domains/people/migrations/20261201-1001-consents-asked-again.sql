-- A notice that goes further than the one agreed to asks again: who has not answered by the day is paused until the answer.
alter table privacy_notice add column answer_days int check (answer_days between 7 and 180);
alter table face_info add column asked_notice int;
alter table face_info add column answer_due_on date;
alter table face_info add column paused_at timestamptz;
alter table face_consent drop constraint face_consent_kind_check;
alter table face_consent add constraint face_consent_kind_check
  check (kind in ('ASKED', 'GIVEN', 'NARROWED', 'REFUSED', 'WITHDRAWN', 'LAPSED', 'PAUSED')) not valid;
alter table face_consent validate constraint face_consent_kind_check;
create index face_info_answer on face_info (answer_due_on) where answer_due_on is not null;
