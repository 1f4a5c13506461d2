-- The orders their lists offer.
create index correction_amount on correction (organization_id, amount_fen, id);
create index fixed_value_rule_price on fixed_value_rule (organization_id, first_price_fen, id);
create index fixed_value_rule_start on fixed_value_rule (organization_id, start_date, id);
create index trade_item_quantity on trade_item (organization_id, quantity, id);
create index trade_item_amount on trade_item (organization_id, amount_fen, id);
