-- How long after the meal what nobody collected is settled, and how far around the meal its orders are handed out by a swipe;
-- minutes. Without them as the meal's reporting times say.
alter table ordering_rule
  add column settle_minutes int check (settle_minutes between 15 and 720),
  add column slack_minutes int check (slack_minutes between 0 and 120);
