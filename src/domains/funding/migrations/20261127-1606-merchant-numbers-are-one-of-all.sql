-- A number is known by itself: the channel names it in its callbacks, whichever unit it belongs to.
comment on table direct_merchant is 'not-tenant: a merchant number belongs to one unit of all';
