/** Goods out of a sheet: every row as the form would take it. */
import type { Fields } from '../../../kit/define/field.ts';
import type { Binding, ImportBinding } from '../../../kit/server/page/binding.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { barcodeFault } from './barcode.ts';

type Create = Required<Pick<Binding<Fields>, 'create'>>['create'];

export const importGoods = (crud: { create: unknown }): ImportBinding => ({
  check: async (_ctx, rows) =>
    new Map(
      rows.flatMap(({ rowNo, values }) => {
        const why = values.barcode ? barcodeFault(String(values.barcode)) : undefined;
        return why ? [[rowNo, { barcode: `条码${why}` }]] : [];
      }),
    ),
  commit: async (ctx, rows) => {
    const refused = new Map<number, string>();
    for (const { rowNo, values } of rows) {
      const made = await (crud.create as Create)(ctx, { units: null, attributes: null, ...values });
      if (isRefusal(made)) refused.set(rowNo, refusalMessage(made));
    }
    return refused;
  },
});
