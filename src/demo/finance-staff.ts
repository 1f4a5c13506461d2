/** Who handles money between units beside the first account of each: nobody does it alone. */
import { demoPassword, openOwner, platformUnitId } from '../domains/identity/public.server.ts';
import type { Services } from '../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';

/** Second persons by login name; the platform's cashier pays what the others have approved. */
export const seconds = { platform: 'pt-fuhe', contractor: 'cb-caiwu', cashier: 'pt-chuna' } as const;

export async function openFinanceStaff(services: Services, contractorId: number): Promise<void> {
  const people = [
    { unitType: 'PLATFORM', unitId: platformUnitId, loginName: seconds.platform, name: '平复核', phone: '13800001011' },
    { unitType: 'PLATFORM', unitId: platformUnitId, loginName: seconds.cashier, name: '平出纳', phone: '13800001012' },
    {
      unitType: 'CONTRACTOR',
      unitId: contractorId,
      loginName: seconds.contractor,
      name: '鲍会计',
      phone: '13700003011',
    },
  ] as const;
  for (const person of people) {
    const opened = await openOwner(services, { ...person, password: demoPassword });
    if (isRefusal(opened)) throw new Error(`${person.loginName}: ${refusalMessage(opened)}`);
  }
}
