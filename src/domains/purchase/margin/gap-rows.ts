/** Rows of 用料差异: what each goods should have cost and did, in quantity and amount. */
import { basisPoints } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { qtyWords } from '../../stock/public.ts';
import { listed } from './asked.ts';
import { theoryOf } from './theory.ts';
import { usedOf, usedSums } from './used.ts';

interface Goods {
  goodsId: number;
  goodsName: string;
  category: string;
  baseUnit: 'G' | 'ML' | 'PIECE';
  qty: number;
}
interface Should extends Goods {
  fen: number;
}
interface Did extends Goods {
  issuedFen: number;
  returnedFen: number;
  lossFen: number;
  transitFen: number;
  countFen: number;
}

const named = `g.id as "goodsId", g.name as "goodsName", g.category, g.base_unit as "baseUnit"`;

export async function gapRows(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const should = await theoryOf<Should>(
    ctx,
    search,
    `${named}, sum(t.qty)::bigint as qty, coalesce(sum(t.fen), 0)::bigint as fen`,
    'join goods g on g.contractor_id = $1 and g.id = t.goods_id group by g.id, g.name, g.category, g.base_unit',
  );
  const did = await usedOf<Did>(
    ctx,
    search,
    `${named}, -sum(e.qty)::bigint as qty, ${usedSums}`,
    'group by g.id, g.name, g.category, g.base_unit',
  );
  const theory = new Map(should.map((one) => [one.goodsId, one]));
  const used = new Map(did.map((one) => [one.goodsId, one]));
  const categories = listed(search.category);
  return [...new Set([...theory.keys(), ...used.keys()])].flatMap((goodsId) => {
    const [plan, real] = [theory.get(goodsId), used.get(goodsId)];
    const { goodsName, category, baseUnit } = (plan ?? real)!;
    if (categories && !categories.includes(category)) return [];
    const [planQty, realQty] = [plan?.qty ?? 0, real?.qty ?? 0];
    return [
      {
        id: goodsId,
        goodsId,
        goodsName,
        category,
        theoryWords: qtyWords(planQty, baseUnit),
        usedWords: qtyWords(realQty, baseUnit),
        gapWords: qtyWords(realQty - planQty, baseUnit),
        gapRatio: planQty > 0 ? basisPoints(realQty - planQty, planQty) : null,
        theoryFen: plan?.fen ?? 0,
        issuedFen: real?.issuedFen ?? 0,
        returnedFen: real?.returnedFen ?? 0,
        lossFen: real?.lossFen ?? 0,
        transitFen: real?.transitFen ?? 0,
        countFen: real?.countFen ?? 0,
      },
    ];
  });
}
