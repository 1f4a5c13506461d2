/** Reads the document a slip's code stands for. */
import { maskText } from '../../../../kit/server/audit/mask.ts';
import { bindOpen } from '../../../../kit/server/open/registry.ts';
import { purseAmount } from '../../../wallet/public.server.ts';
import { counterKinds, figuresOf } from '../kinds.ts';
import receipt, { type ElectronicReceipt } from './receipt.open.ts';

interface Document {
  unit: string;
  name: string;
  documentNo: string;
  amount: number;
  at: string;
  status: string;
  reversedAt: string | null;
}

export default bindOpen(
  receipt,
  async ({ pool }, { organizationId, subject }): Promise<ElectronicReceipt | undefined> => {
    const [table, id] = subject.split(':');
    const kind = counterKinds.find((one) => one.table === table);
    if (!kind) return undefined;
    const { rows } = await pool.query<Document>(
      `select o.name as unit, p.name, d.${kind.noColumn} as "documentNo", d.${figuresOf[kind.purse].amount} as amount, d.${kind.atColumn} as at,
       d.status, d.reversed_at as "reversedAt"
       from ${kind.table} d
       join person p on p.organization_id = d.organization_id and p.id = d.person_id
       join organization o on o.id = d.organization_id
      where d.organization_id = $1 and d.id = $2`,
      [organizationId, Number(id)],
    );
    const found = rows[0];
    if (!found) return undefined;
    const { name, status, reversedAt, amount, ...facts } = found;
    return {
      ...facts,
      amount: purseAmount(kind.purse, amount),
      title: kind.slip,
      person: maskText('name', name),
      reversedAt: status === 'REVERSED' ? reversedAt : null,
    };
  },
);
