-- Which import brought a department into being: a person it opened with it. Taking the import back takes the department along.
alter table department add column imported_with bigint;
