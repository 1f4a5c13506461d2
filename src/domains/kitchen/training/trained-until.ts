/**
 * R7: trained and examined each half year (餐饮服务食品安全操作规范). The last day before a worker (`w` in SQL) is due again; who never
 * was is due half a year after coming.
 */
export const trainedUntil = `(coalesce((select max(t.held_on) from training_person x
    join training t on t.organization_id = x.organization_id and t.id = x.training_id
    where x.organization_id = w.organization_id and x.person_id = w.person_id and x.score >= 60
      and not exists (select 1 from training n where n.organization_id = t.organization_id and n.corrects_id = t.id)),
  w.onboard_at, (w.created_at at time zone 'Asia/Shanghai')::date) + interval '6 months')::date`;
