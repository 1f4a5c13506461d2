comment on table open_code is 'not-tenant: whoever opens an address has the code alone, and the unit is known from it';
