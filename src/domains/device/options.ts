/** Choices of devices and of their types. */
import type { Ctx } from '../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../kit/server/page/binding.ts';
import { likePattern } from '../../kit/server/query/expression.ts';

/** Devices in the scope by name or serial number; scrapped ones only by id. */
export async function deviceOptions(ctx: Ctx, { keyword, ids, size }: OptionsInput): Promise<Option[]> {
  let query = ctx.db.selectFrom('device').select(['id', 'name', 'sn as hint']);
  if (ids) query = query.where('id', 'in', ids.length > 0 ? ids : [0]);
  else {
    query = query.where('status', '<>', 'SCRAPPED').limit(size);
    if (keyword)
      query = query.where((eb) =>
        eb.or([eb('name', 'ilike', likePattern(keyword)), eb('sn', 'ilike', likePattern(keyword))]),
      );
  }
  return query.orderBy('name').orderBy('id').execute();
}

/** Device types by name or model. */
export async function deviceTypeOptions(ctx: Ctx, { keyword, ids, size }: OptionsInput): Promise<Option[]> {
  let query = ctx.db.selectFrom('device_type').select(['id', 'name', 'model as hint']);
  if (ids) query = query.where('id', 'in', ids.length > 0 ? ids : [0]);
  else {
    query = query.limit(size);
    if (keyword)
      query = query.where((eb) =>
        eb.or([eb('name', 'ilike', likePattern(keyword)), eb('model', 'ilike', likePattern(keyword))]),
      );
  }
  return query.orderBy('name').orderBy('id').execute();
}
