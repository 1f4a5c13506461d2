-- What was bound to a person and when it ended: WeChat accounts, and cards that were given back or replaced.
alter table wechat_binding rename to person_binding;
alter table person_binding
  add column kind text not null default 'WECHAT' check (kind in ('WECHAT', 'CARD')),
  add column card_no text,
  alter column openid drop not null,
  add constraint person_binding_what check ((kind = 'WECHAT') = (openid is not null) and (kind = 'CARD') = (card_no is not null));
