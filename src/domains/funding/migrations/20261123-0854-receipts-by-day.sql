-- 每日收款 asks all units for a few days of payments.
create index recharge_order_paid on recharge_order (paid_at) where credited_via is not null;
create index third_trade_paid on third_trade (paid_at) where status = 'SUCCESS';
create index third_refund_finished on third_refund (finished_at) where status = 'SUCCESS';
