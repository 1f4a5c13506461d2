-- Who hands a list in is the caterer; the organization is the one it was handed in for.
comment on table shop_order_sheet is 'not-tenant: of the caterer';
