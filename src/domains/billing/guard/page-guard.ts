/** The guard of all pages: what a unit may do by the state of the application a page belongs to. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Services, Session } from '../../../kit/server/context.ts';
import { prepared } from '../../../kit/server/db/prepared.ts';
import type { PageGuard } from '../../../kit/server/page/page-guard.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { staleMs } from '../../../kit/server/stale.ts';
import { divisionsOf } from '../applications/divisions.ts';
import { daysBetween, graceDays, type ServiceState, serviceState } from '../applications/service-state.ts';
import { billingRefusals } from '../refusals.ts';
import { isNeverBlocked, neverBlockedApplications } from './never-blocked.ts';

interface Held {
  name: string;
  onSale: boolean;
  base: boolean;
  trial: boolean;
  endOn: string | null;
  closedOn: string | null;
  whom: string;
}

interface Known {
  at: number;
  byCode: Map<string, Held>;
}

type Unit = { unitType: 'ORGANIZATION' | 'CONTRACTOR'; unitId: number };

/** A unit that has applications; nobody else is asked. */
function unitOf({ unitType, unitId }: Pick<Session, 'unitType' | 'unitId'>): Unit | undefined {
  return (unitType === 'ORGANIZATION' || unitType === 'CONTRACTOR') && unitId !== null
    ? { unitType, unitId }
    : undefined;
}

/** What may be done in a state: all, only reading, nothing. */
export function openness(state: ServiceState, code: string): 'all' | 'read' | 'none' {
  if (state === 'NONE') return 'none';
  if (neverBlockedApplications.includes(code)) return 'all';
  if (state === 'CLOSED') return 'none';
  return state === 'READ_ONLY' ? 'read' : 'all';
}

/** What whoever works with it is told before it ends, and after. */
function warningOf(held: Held, code: string, today: string): string | undefined {
  const state = serviceState(held, today);
  const { name, endOn, whom } = held;
  const renew = `请在「应用」页续费，或联系${whom}`;
  if (endOn === null) return undefined;
  if (state === 'EXPIRING') return `「${name}」${endOn} 到期，还有 ${daysBetween(today, endOn)} 天，${renew}。`;
  if (state !== 'GRACE' && state !== 'READ_ONLY') return undefined;
  const over = `「${name}」已于 ${endOn} 到期`;
  if (openness('READ_ONLY', code) === 'all') return `${over}，${renew}；这里的记录照常办理。`;
  return state === 'GRACE'
    ? `${over}，${addDays(endOn, graceDays + 1)} 起只能查询、导出和打印，${renew}。`
    : `${over}，现在只能查询、导出和打印，${renew}。`;
}

export function createPageGuard(services: Services): PageGuard {
  const known = new Map<string, Known>();
  const codes = new Map<string, string | null>();

  /** The application a page belongs to. */
  const codeOf = (path: string): string | null => {
    const seen = codes.get(path);
    if (seen !== undefined) return seen;
    const code = divisionsOf(services.registry, path)[0]?.code ?? null;
    codes.set(path, code);
    return code;
  };

  const read = async ({ unitType, unitId }: Unit): Promise<Known> => {
    const key = `${unitType} ${unitId}`;
    const now = services.clock.now();
    const kept = known.get(key);
    if (kept && Math.abs(now - kept.at) < staleMs) return kept;
    const { rows } = await prepared<Held & { code: string }>(
      services.pool,
      'page-guard',
      `select s.code, s.application_name as name, s.sale = 'NORMAL' as "onSale", s.base, s.trial, s.end_on as "endOn", s.closed_on as "closedOn",
         coalesce((select /* wall: the unit's own agent */ a.name || ' ' || a.phone from agent a where a.id = s.agent_id), '平台客服') as whom
       from unit_service s where s.unit_type = $1 and s.unit_id = $2`,
      [unitType, unitId],
    );
    const fresh = { at: now, byCode: new Map(rows.map((row) => [row.code, row])) };
    known.set(key, fresh);
    return fresh;
  };

  const stateIn = ({ byCode }: Known, code: string) => {
    const held = byCode.get(code);
    return held && { held, open: openness(serviceState(held, dateAt(services.clock.now())), code) };
  };

  const said = (open: 'read' | 'none', { name, endOn, whom }: Held): Refusal =>
    open === 'read'
      ? refuse(billingRefusals.SERVICE_READ_ONLY, { name, on: endOn ?? '', whom })
      : refuse(billingRefusals.SERVICE_CLOSED, { name, whom });

  return {
    async refuse(ctx, entry, verb, reads) {
      const unit = unitOf(ctx.session);
      const code = unit && codeOf(entry.path);
      if (!unit || !code || isNeverBlocked(unit.unitType, entry.path, verb)) return undefined;
      const found = stateIn(await read(unit), code);
      if (!found || found.open === 'all' || (found.open === 'read' && reads)) return undefined;
      return said(found.open, found.held);
    },
    async hides(session) {
      const unit = unitOf(session);
      if (!unit) return () => false;
      const all = await read(unit);
      return (url) => {
        const path = url.split(/[?#]/)[0]!;
        const code = codeOf(path);
        return code !== null && stateIn(all, code)?.open === 'none' && !isNeverBlocked(unit.unitType, path, 'query');
      };
    },
    async warns(session) {
      const unit = unitOf(session);
      if (!unit) return () => undefined;
      const all = await read(unit);
      return (url) => {
        const code = codeOf(url.split(/[?#]/)[0]!);
        const held = code === null ? undefined : all.byCode.get(code);
        return held && code !== null ? warningOf(held, code, dateAt(services.clock.now())) : undefined;
      };
    },
    forget: (unitType, unitId) => {
      known.delete(`${unitType} ${unitId}`);
    },
  };
}
