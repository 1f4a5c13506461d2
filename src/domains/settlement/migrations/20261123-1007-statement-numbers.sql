-- The number of a statement is the organization's: keys of tenant tables begin with the tenant.
alter table unit_statement drop constraint unit_statement_statement_no_key;
alter table unit_statement add constraint unit_statement_no unique (organization_id, statement_no);
