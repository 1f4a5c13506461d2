/** Money that never passes through the platform: paid to a merchant number of the unit's own. */

/** Whether a row with organization_id, channel and merchant_no under that alias was paid to the unit itself. */
export const paidDirect = (alias: string) => `exists (select from direct_merchant dm
  where dm.organization_id = ${alias}.organization_id and dm.channel = ${alias}.channel and dm.merchant_no = ${alias}.merchant_no)`;
