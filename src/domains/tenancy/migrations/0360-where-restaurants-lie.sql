-- Where a restaurant lies, in words or picked from the map: its window, the map of the unit and the paper sheets name it.
alter table restaurant add column address text;
