/** The ledger's rules in the clerk's words, for 账目核对. */

export const ruleWords: Readonly<Record<string, { title: string; meaning: string }>> = {
  I1: { title: '每笔业务有借有贷', meaning: '每笔业务的各行金额相加为 0，钱不会凭空多出或消失' },
  I2: { title: '余额与流水一致', meaning: '每个账户的余额等于它全部流水之和' },
  I3: { title: '流水没有遗漏', meaning: '每个账户的流水笔数与记账次数一致' },
  I4: { title: '没有透支', meaning: '可用余额不低于账户的下限' },
  I5: { title: '没有重复入账', meaning: '同一笔刷卡、充值或发放只入账一次，每笔交易都有对应的账' },
  I6: { title: '余额逐笔相接', meaning: '上一笔的余额加本笔金额等于本笔后的余额' },
  I7: { title: '退款不超过原额', meaning: '一笔交易累计退回的金额不超过原来收取的金额' },
  I8: { title: '就餐次数属实', meaning: '按餐次累计的次数和金额与交易一致，限次限额以此为准' },
  I9: { title: '报表与明细一致', meaning: '各汇总报表的每个数字都等于明细之和' },
  I10: { title: '封存未被改动', meaning: '已月结的每一天与封存时相同，封存前后相连' },
  I11: { title: '冻结金额有据', meaning: '每个账户的冻结金额等于其未了结的冻结单之和' },
  I12: { title: '月结后不再入账', meaning: '月结之后没有业务记入已结月份' },
  I13: { title: '补贴收支相等', meaning: '每一份补贴：发放 = 使用 + 清零 + 退回 + 剩余' },
};

export const ruleOrder: readonly string[] = Object.keys(ruleWords);
