-- A guardian agreed for a child: from its fourteenth birthday on the person is asked, and has so many days to answer.
alter table face_info add column self_asked_on date;
-- The signed paper, where it was taken in.
alter table face_consent add column file text;
alter table face_consent drop constraint face_consent_kind_check;
alter table face_consent add constraint face_consent_kind_check
  check (kind in ('ASKED', 'GIVEN', 'NARROWED', 'REFUSED', 'WITHDRAWN', 'LAPSED')) not valid;
alter table face_consent validate constraint face_consent_kind_check;
