-- Of a set's dishes how many of each class: [{"typeId": 3, "count": 1}]; none: any of the menu.
alter table ordering_rule add column choose_groups jsonb not null default '[]';
