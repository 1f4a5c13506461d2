comment on table stock_due is 'not-tenant: what a contractor''s stock owes to sales at a unit';
