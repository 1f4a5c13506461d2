-- What has to come with goods when they are delivered: quarantine, certificate, test of the batch. Null: nothing.
alter table goods add column papers text[] check (papers <@ array['QUARANTINE', 'CERTIFICATE', 'TEST']);
