-- What the platform asks of all units at once: orders that are not credited, and notices that could not be taken in.
create index recharge_order_uncredited on recharge_order (created_at) where posting_id is null;
create index third_pay_callback_open on third_pay_callback (status) where status not in ('HANDLED', 'DUPLICATE');
