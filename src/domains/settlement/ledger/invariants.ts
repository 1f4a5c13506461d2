/** U1–U13: what must hold of money between units at any moment, as statements that find the breaks. Reads only. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { feesOpen } from '../fees/recharge-fees.ts';
import { onlineOpen, onlineUnspent } from '../online/online-money.ts';

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
  U6: '在线收退、手续费、合同日与就餐人的账一致',
  U7: '各方分账合计等于应分减手续费，各餐厅合计等于合同日',
  U8: '冻结等于未了的冻结单',
  U9: '结算单等于明细合计，也等于入账',
  U10: '备付加未入账的收退不少于可原路退',
  U11: '各账户合计等于渠道与银行账面',
  U12: '已付的账单恰有一笔付款，佣金与之相符',
  U13: '一个餐厅一天只属于一份合同',
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
    having d.due_fen - d.fee_fen <> coalesce(sum(s.amount_fen - s.reversed_fen), 0)
    union all
    select 'restaurants of contract ' || d.contract_id || ' on ' || d.business_date, d.due_fen || ', ' || d.fee_fen || ', ' || d.contractor_fen
        || ' against ' || coalesce(sum(p.eaten_fen + p.third_fen + p.shop_fen), 0) || ', ' || coalesce(sum(p.fee_fen), 0) || ', '
        || coalesce(sum(p.contractor_fen), 0)
    from settle_day d left join settle_place_day p using (organization_id, contract_id, business_date)
    group by organization_id, d.contract_id, d.business_date, d.due_fen, d.fee_fen, d.service_fen, d.share_fen, d.contractor_fen
    having (d.due_fen, d.fee_fen, d.service_fen, d.share_fen, d.contractor_fen) is distinct from
      (coalesce(sum(p.eaten_fen + p.third_fen + p.shop_fen), 0), coalesce(sum(p.fee_fen), 0), coalesce(sum(p.service_fen), 0),
        coalesce(sum(p.share_fen), 0), coalesce(sum(p.contractor_fen), 0))
    union all
    select 'sub-accounts of contract ' || d.contract_id || ' on ' || d.business_date, d.contractor_fen || ' against ' || sum(s.amount_fen)
    from settle_day d join sub_account_split s using (contractor_id, contract_id, business_date)
    where d.organization_id = s.organization_id
    group by d.organization_id, d.contract_id, d.business_date, d.contractor_fen having d.contractor_fen <> sum(s.amount_fen)`,
  U8: `with held as (
      select e.unit_type, e.unit_id, sum(e.amount_fen) as fen from unit_posting p join unit_entry e on e.posting_id = p.id
      where e.purse = 'FROZEN' and p.kind = 'HOLD' and not exists (select 1 from unit_posting r
        where r.kind in ('RELEASE_HOLD', 'WITHDRAW_OUT') and r.document_type = p.document_type and r.document_id = p.document_id)
      group by 1, 2)
    select w.unit_type || ' ' || w.unit_id as subject, w.balance_fen || ' frozen against ' || coalesce(held.fen, 0) as found
    from unit_wallet w left join held using (unit_type, unit_id)
    where w.purse = 'FROZEN' and w.balance_fen <> coalesce(held.fen, 0)
    union all
    select 'withdrawal ' || d.withdraw_no, d.status || ' with ' || coalesce(sum(e.amount_fen), 0) || ' frozen of ' || d.amount_fen
    from unit_withdrawal d
    left join unit_posting p on p.document_type = 'WITHDRAWAL' and p.document_id = d.id
    left join unit_entry e on e.posting_id = p.id and e.purse = 'FROZEN'
    group by d.id having coalesce(sum(e.amount_fen), 0)
      <> case when d.status in ('APPLIED', 'AUDITING', 'APPROVED', 'PAYING') then d.amount_fen else 0 end`,
  U9: `select 'statement ' || s.statement_no as subject,
      s.wallet_fen || ' and ' || s.claim_fen || ' against ' || coalesce(sum(l.wallet_fen), 0) || ' and ' || coalesce(sum(l.claim_fen), 0)
        || ' by its lines' as found
    from unit_statement s left join unit_statement_line l on l.organization_id = s.organization_id and l.statement_id = s.id
    group by s.organization_id, s.id
    having (s.wallet_fen, s.share_wallet_fen, s.service_wallet_fen, s.claim_fen, s.service_claim_fen, s.contractor_fen, s.due_fen)
      is distinct from (coalesce(sum(l.wallet_fen), 0)::bigint, coalesce(sum(l.share_wallet_fen), 0)::bigint,
        coalesce(sum(l.service_wallet_fen), 0)::bigint, coalesce(sum(l.claim_fen), 0)::bigint,
        coalesce(sum(l.service_claim_fen), 0)::bigint, coalesce(sum(l.contractor_fen), 0)::bigint, coalesce(sum(l.due_fen), 0)::bigint)
    union all
    select 'statement ' || s.statement_no, s.wallet_fen + s.share_wallet_fen + s.service_wallet_fen || ' against '
      || coalesce(sum(e.amount_fen), 0) || ' released'
    from unit_statement s
    left join unit_posting p on p.document_type = 'STATEMENT' and p.document_id = s.id and p.kind = 'RELEASE'
    left join unit_entry e on e.posting_id = p.id and e.purse = 'AVAILABLE'
    group by s.organization_id, s.id
    having coalesce(sum(e.amount_fen), 0)
      <> case when s.status = 'SETTLED' then s.wallet_fen + s.share_wallet_fen + s.service_wallet_fen else 0 end
    union all
    select 'statement ' || s.statement_no, s.claim_paid_fen + s.service_claim_paid_fen || ' paid against ' || coalesce(sum(e.amount_fen), 0)
    from unit_statement s
    left join unit_claim_payment c on c.organization_id = s.organization_id and c.statement_id = s.id
    left join unit_posting p on p.document_type = 'CLAIM_PAYMENT' and p.document_id = c.id
    left join unit_entry e on e.posting_id = p.id and e.unit_type = 'ORGANIZATION'
    group by s.organization_id, s.id having s.claim_paid_fen + s.service_claim_paid_fen <> coalesce(sum(e.amount_fen), 0)
    union all
    select 'fee of contract ' || l.contract_id || ' of ' || l.organization_id || ' on ' || l.business_date,
      sum(l.share_wallet_fen) || ' stated of ' || charged.fen
    from unit_statement_line l cross join lateral (select coalesce(sum(e.amount_fen), 0) as fen from unit_posting p
      join unit_entry e on e.posting_id = p.id and e.unit_type = 'ORGANIZATION' where p.kind = 'MANAGE_FEE'
        and p.organization_id = l.organization_id and p.contract_id = l.contract_id and p.bucket_date = l.business_date) charged
    where l.kind = 'MANAGE_FEE' group by l.organization_id, l.contract_id, l.business_date, charged.fen
    having sum(l.share_wallet_fen) <> charged.fen
    union all
    select 'contract ' || contract_id || ' of ' || organization_id || ' on ' || business_date, 'stated ' || count(*) || ' times'
    from unit_statement_line where kind = 'DAY' group by organization_id, contract_id, business_date having count(*) > 1`,
  U11: `select 'all purses' as subject, held || ' against ' || outside || ' at channels and banks' as found
    from (select (select /* wall: the proof reads every unit */ coalesce(sum(balance_fen), 0) from unit_wallet where purse <> 'CLAIM') as held,
      (select coalesce(-sum(amount_fen), 0) from unit_entry where account <> 'unit') as outside) both_sides where held <> outside`,
  U12: `select 'bill ' || b.bill_no as subject,
      b.status || ' with ' || count(p.id) filter (where p.kind = 'BILL_PAY') || ' payments, ' || count(p.id) filter (where p.kind = 'BILL_BACK')
        || ' returned, ' || coalesce(sum(e.amount_fen) filter (where p.kind in ('BILL_PAY', 'BILL_BACK')), 0) || ' of ' || b.amount_fen
        || ', commission ' || coalesce(-sum(e.amount_fen) filter (where p.kind in ('COMMISSION', 'COMMISSION_BACK')), 0) as found
    from unit_bill b
    left join unit_posting p on p.document_type = 'UNIT_BILL' and p.document_id = b.id
    left join unit_entry e on e.posting_id = p.id and e.unit_type = 'PLATFORM' and e.purse = 'AVAILABLE'
    group by b.id
    having count(p.id) filter (where p.kind = 'BILL_PAY') - count(p.id) filter (where p.kind = 'BILL_BACK')
        <> case when b.status = 'PAID' then 1 else 0 end
      or coalesce(sum(e.amount_fen) filter (where p.kind in ('BILL_PAY', 'BILL_BACK')), 0)
        <> case when b.status = 'PAID' then b.amount_fen else 0 end
      or coalesce(-sum(e.amount_fen) filter (where p.kind in ('COMMISSION', 'COMMISSION_BACK')), 0)
        <> case when b.status = 'PAID' then b.commission_fen else 0 end`,
  U13: `select 'restaurant ' || a.restaurant_id || ' of ' || a.organization_id as subject,
      'contracts ' || a.contract_id || ' and ' || b.contract_id || ' from ' || greatest(a.from_date, b.from_date) as found
    from contract_restaurant a join contract_restaurant b on b.organization_id = a.organization_id and b.restaurant_id = a.restaurant_id
      and b.id > a.id and a.from_date <= b.to_date and b.from_date <= a.to_date`,
};

/** What receivers have had of 备付 while top-ups are divided, until the last day of that contract is settled; else 0. */
const heldByReceivers = async (db: Sql, organizationId: number): Promise<number> =>
  (
    await db.query<{ fen: number }>(
      `select coalesce(sum(funded_main_fen), 0)::bigint as fen from settle_day where organization_id = $1 and exists (
         select from contract_site s where s.organization_id = $1 and s.split_mode = 'RECHARGE'
           and exists (select from settle_day d where d.organization_id = $1 and d.contract_id = s.id)
           and not exists (select from settle_day d where d.organization_id = $1 and d.contract_id = s.id and d.business_date =
             (select max(c.to_date) from contract_restaurant c where c.organization_id = $1 and c.contract_id = s.id)))`,
      [organizationId],
    )
  ).rows[0]!.fen;

/** U10, organization by organization. */
async function floatBreaks(db: Sql, open: readonly { organizationId: number; wantFen: number; postedFen: number }[]) {
  const { rows } = await db.query<{ id: number; fen: number }>(
    `select unit_id as id, balance_fen as fen from unit_wallet where unit_type = 'ORGANIZATION' and purse = 'FLOAT' order by 1`,
  );
  const breaks: UnitBreak[] = [];
  for (const { id, fen } of rows) {
    const coming = open.filter((one) => one.organizationId === id).reduce((sum, b) => sum + b.wantFen - b.postedFen, 0);
    const unspent = await onlineUnspent(db, id);
    if (fen + coming >= unspent) continue;
    // Where top-ups are divided, the receivers hold what diners may claim back.
    const held = await heldByReceivers(db, id);
    if (fen + coming + held < unspent)
      breaks.push({ rule: 'U10', subject: `organization ${id}`, found: `${fen + coming + held} against ${unspent}` });
  }
  return breaks;
}

/**
 * All breaks, rule by rule. Give it a connection inside a repeatable read transaction while postings go on.
 * @param bookedTo epoch ms: what diners paid in or got back later is still to be booked and breaks nothing; all of it by default
 */
export async function checkUnitInvariants(db: Sql, bookedTo = Number.POSITIVE_INFINITY): Promise<UnitBreak[]> {
  const breaks: UnitBreak[] = [];
  for (const [rule, text] of Object.entries(statements))
    for (const { subject, found } of (await db.query<Omit<UnitBreak, 'rule'>>(`${text} order by 1, 2`)).rows)
      breaks.push({ rule, subject, found });
  const open = await onlineOpen(db, 0, '2000-01-01');
  const booked = ({ movedAt }: { movedAt: string }) => !(Date.parse(movedAt) > bookedTo);
  const due = [
    ...open.filter(booked),
    ...(await feesOpen(db, 0, '2000-01-01')).filter(booked).map((fee) => ({ ...fee, kind: 'FEE' })),
  ];
  for (const { organizationId, kind, date, channel, merchantNo, wantFen, postedFen } of due)
    breaks.push({
      rule: 'U6',
      subject: `organization ${organizationId} ${kind} ${date} ${channel} ${merchantNo}`,
      found: `${postedFen} against ${wantFen}`,
    });
  return [...breaks, ...(await floatBreaks(db, open))];
}
