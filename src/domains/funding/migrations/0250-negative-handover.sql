-- A shift that paid out more than it took in is settled the other way round: the unit gives the operator the difference,
-- so what was counted is negative too. Before, only «over» could be booked for it.
alter table cash_handover drop constraint cash_handover_counted_fen_check;
alter table cash_handover add constraint cash_handover_counted check (counted_fen >= 0 or due_fen < 0);
