/** The figures an organization sets for money at the counter; what it never set has the product's default. */

interface Executor {
  query<R extends object>(text: string, values: readonly unknown[]): Promise<{ rows: R[] }>;
}

/** A refund up to 200 yuan needs no second person unless the organization says otherwise. */
export const defaultRefundAloneFen = 20_000;

/** The bound above which a refund needs a second person, fen. */
export async function refundAloneFen(executor: Executor, organizationId: number): Promise<number> {
  const { rows } = await executor.query<{ fen: number }>(
    'select refund_alone_fen as fen from funding_setting where organization_id = $1',
    [organizationId],
  );
  return rows[0]?.fen ?? defaultRefundAloneFen;
}
