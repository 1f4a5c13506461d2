-- The lines of a bill are opened by the bill alone: the key begins with the day, so that every month was looked through.
create index merchant_bill_line_bill on merchant_bill_line (bill_id, row_no);
