-- What a forecast stands on beside habit, in words, as they were when it was made: a day beside a holiday is what such days were.
alter table meal_forecast add column note text not null default '';
