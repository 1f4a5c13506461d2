-- Why a kitchen is sent less of a goods, kept where nothing of it is sent and its line is gone.
alter table shop_wave_line add column reason text not null default '';
