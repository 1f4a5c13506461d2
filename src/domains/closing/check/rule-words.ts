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
  M1: { title: '订餐冻结有单', meaning: '每笔订餐冻结对应一张未取的订单，金额相同' },
  M2: { title: '订餐金额有据', meaning: '订单金额等于菜品与送餐费之和，入账净额等于已取、未取应扣的' },
  M3: { title: '订餐份数相符', meaning: '每张订单的份数等于其菜品明细之和' },
  M4: { title: '未就餐扣费有账', meaning: '报餐上已扣的每一笔都有站得住的入账，金额相同；没有无主的扣费' },
  M5: {
    title: '报餐判定前后一致',
    meaning:
      '每人每月的未就餐从第 1 次连续记，只有判为扣费的才扣，已结算的餐次都有判定；记为已就餐的在交易里有那一笔，记为未就餐的没有',
  },
};

export const ruleOrder: readonly string[] = Object.keys(ruleWords);
