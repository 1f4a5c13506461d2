/** A record is corrected once: of two who do it at the same time the second is told. */
import type { Ctx } from '../../../kit/server/context.ts';

/** Holds the record until the transaction ends, so that nobody else corrects it meanwhile. */
export async function correctedBefore({ db }: Ctx, table: 'operate_record' | 'training', id: number): Promise<boolean> {
  await db.selectFrom(table).select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return (await db.selectFrom(table).select('id').where('corrects_id', '=', id).executeTakeFirst()) !== undefined;
}
