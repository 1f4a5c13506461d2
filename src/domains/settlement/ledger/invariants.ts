/** U1–U8: what must hold of money between units at any moment, as statements that find the breaks. Reads only. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { onlineOpen } from '../online/online-money.ts';

export interface UnitBreak {
  rule: string;
  subject: string;
  found: string;
}

export const unitRules: Readonly<Record<string, string>> = {
  U1: '每笔分录借贷平衡',
  U2: '余额等于流水合计',
  U3: '余额链连续，版本等于笔数',
  U4: '余额不低于下限，等于累计入减累计出',
  U5: '每份合同的线下往来合计为零',
  U6: '在线收退、合同日与就餐人的账一致',
  U7: '各方分账合计等于应分减手续费',
  U8: '冻结等于未了的冻结单',
};

const statements: Readonly<Record<string, string>> = {
  U1: `select /* wall: the proof reads every unit */ 'posting ' || p.id as subject, coalesce(sum(e.amount_fen), 0) || ' over ' || count(e.line_no) || ' lines' as found
    from unit_posting p left join unit_entry e on e.posting_id = p.id
    group by p.id having coalesce(sum(e.amount_fen), 0) <> 0 or count(e.line_no) < 2`,
  U2: `select w.unit_type || ' ' || w.unit_id || ' ' || w.purse as subject,
      w.balance_fen || ' against ' || coalesce(sum(e.amount_fen), 0) as found
    from unit_wallet w left join unit_entry e on e.unit_type = w.unit_type and e.unit_id = w.unit_id and e.purse = w.purse
      and e.account = 'unit'
    group by w.unit_type, w.unit_id, w.purse having w.balance_fen <> coalesce(sum(e.amount_fen), 0)`,
  U3: `select unit_type || ' ' || unit_id || ' ' || purse as subject, 'entry ' || wallet_version || ' of posting ' || posting_id as found
    from (select e.*, row_number() over own as nth, sum(amount_fen) over own as chained
      from unit_entry e where account = 'unit' window own as (partition by unit_type, unit_id, purse order by wallet_version)) chain
    where wallet_version <> nth or balance_after_fen <> chained
    union all
    select w.unit_type || ' ' || w.unit_id || ' ' || w.purse, 'version ' || w.version || ' against ' || count(e.posting_id) || ' entries'
    from unit_wallet w left join unit_entry e on e.unit_type = w.unit_type and e.unit_id = w.unit_id and e.purse = w.purse
      and e.account = 'unit'
    group by w.unit_type, w.unit_id, w.purse having w.version <> count(e.posting_id)`,
  U4: `select unit_type || ' ' || unit_id || ' ' || purse as subject, balance_fen || ' of ' || in_fen || ' in, ' || out_fen || ' out' as found
    from unit_wallet where balance_fen <> in_fen - out_fen or (balance_fen < 0 and purse not in ('PENDING', 'CLAIM'))`,
  U5: `select /* wall: the proof reads every unit */ 'contract ' || p.contract_id as subject, sum(e.amount_fen) || ' owed' as found
    from unit_posting p join unit_entry e on e.posting_id = p.id where e.purse = 'CLAIM'
    group by p.contract_id having sum(e.amount_fen) <> 0`,
  U6: `select 'contract ' || d.contract_id || ' of ' || d.organization_id || ' on ' || d.business_date as subject,
      d.funded_fen || ' funded against ' || coalesce(sum(e.amount_fen) filter (where e.purse = 'PENDING'), 0) || ', ' || d.claim_fen
        || ' owed against ' || coalesce(-sum(e.amount_fen) filter (where e.purse = 'CLAIM' and e.unit_type = 'ORGANIZATION'), 0) as found
    from settle_day d
    left join unit_posting p on p.organization_id = d.organization_id and p.bucket_date = d.business_date and p.kind = 'CONTRACT_DAY'
      and p.contract_id = d.contract_id
    left join unit_entry e on e.posting_id = p.id and e.account = 'unit'
    group by d.organization_id, d.contract_id, d.business_date, d.funded_fen, d.claim_fen
    having d.funded_fen <> coalesce(sum(e.amount_fen) filter (where e.purse = 'PENDING'), 0)
      or d.claim_fen <> coalesce(-sum(e.amount_fen) filter (where e.purse = 'CLAIM' and e.unit_type = 'ORGANIZATION'), 0)`,
  U7: `select 'contract ' || contract_id || ' of ' || organization_id || ' on ' || d.business_date as subject,
      d.due_fen - d.fee_fen || ' against ' || coalesce(sum(s.amount_fen - s.reversed_fen), 0) as found
    from settle_day d left join ledger_split s using (organization_id, contract_id, business_date)
    group by organization_id, contract_id, d.business_date, d.due_fen, d.fee_fen
    having d.due_fen - d.fee_fen <> coalesce(sum(s.amount_fen - s.reversed_fen), 0)`,
  U8: `with held as (
      select e.unit_type, e.unit_id, sum(e.amount_fen) as fen from unit_posting p join unit_entry e on e.posting_id = p.id
      where e.purse = 'FROZEN' and p.kind = 'HOLD' and not exists (select 1 from unit_posting r
        where r.kind = 'RELEASE_HOLD' and r.document_type = p.document_type and r.document_id = p.document_id)
      group by 1, 2)
    select w.unit_type || ' ' || w.unit_id as subject, w.balance_fen || ' frozen against ' || coalesce(held.fen, 0) as found
    from unit_wallet w left join held using (unit_type, unit_id)
    where w.purse = 'FROZEN' and w.balance_fen <> coalesce(held.fen, 0)`,
};

/** All breaks, rule by rule. Give it a connection inside a repeatable read transaction while postings go on. */
export async function checkUnitInvariants(db: Sql): Promise<UnitBreak[]> {
  const breaks: UnitBreak[] = [];
  for (const [rule, text] of Object.entries(statements))
    for (const { subject, found } of (await db.query<Omit<UnitBreak, 'rule'>>(`${text} order by 1, 2`)).rows)
      breaks.push({ rule, subject, found });
  for (const { organizationId, kind, date, channel, merchantNo, wantFen, postedFen } of await onlineOpen(
    db,
    0,
    '2000-01-01',
  ))
    breaks.push({
      rule: 'U6',
      subject: `organization ${organizationId} ${kind} ${date} ${channel} ${merchantNo}`,
      found: `${postedFen} against ${wantFen}`,
    });
  return breaks;
}
