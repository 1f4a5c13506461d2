-- Lots are named by their purse id in subsidy lists and clearings. Not led by the organization on purpose: no plan of the
-- swipe path can mistake it for a way to all purses of an organization.
create index wallet_by_id on wallet (id);
