-- A check stays as it was told; only its pictures go, all three at once, when their time is over.
create function morning_check_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - array['face_photo', 'palm_photo', 'back_photo'] = to_jsonb(old) - array['face_photo', 'palm_photo', 'back_photo']
    and new.face_photo is null and new.palm_photo is null and new.back_photo is null then
    return new;
  end if;
  raise exception '% only grows', tg_table_name using errcode = 'restrict_violation';
end $$;

drop trigger refuse_change on morning_check;
create trigger refuse_change before update or delete on morning_check for each row execute function morning_check_stays();
