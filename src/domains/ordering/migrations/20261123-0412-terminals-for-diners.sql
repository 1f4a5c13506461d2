-- Terminals send numbered requests for whoever stands before them, as apps do for those bound in them.
alter table diner_request rename column binding_id to signer_id;
