-- How many devices came with a code, each once a day, and when the last were written down; of pages that count them.
alter table open_code add column readings int not null default 0;
alter table open_code add column read_at timestamptz;
