-- People bound in a unit's own app act there as in WeChat: by the app's key, for themselves alone.
alter table person_binding drop constraint person_binding_kind_check;
alter table person_binding drop constraint person_binding_what;
alter table person_binding
  add column app_id bigint,
  add constraint person_binding_kind_check check (kind in ('WECHAT', 'CARD', 'APP')),
  add constraint person_binding_what check (
    (kind = 'WECHAT') = (openid is not null) and (kind = 'CARD') = (card_no is not null) and (kind = 'APP') = (app_id is not null)
  );
create unique index person_binding_app on person_binding (organization_id, app_id, person_id) where status = 'BOUND' and kind = 'APP';
-- A request names its binding by number alone.
create index person_binding_number on person_binding (id) where kind = 'APP';
