/** May somebody work in the kitchen now, and where? Pure: doors, sampling, sheets and the matrix ask the same. */
import type { KitchenKind, StaffAsk } from '../../gate/public.ts';
import { roughZones } from '../words.ts';
import type { Stands } from './standing.ts';

export interface WorkerTold {
  status: 'NORMAL' | 'SUSPENDED' | 'LEFT';
  /** Why who failed a check earlier has not been let back; null who was not sent home. */
  sentHome: string | null;
}

export interface CertificateTold {
  /** `YYYY-MM-DD`, both included. */
  issueDate: string;
  expireDate: string;
  confirmed: boolean;
}

export interface ShiftAt {
  /** Epoch ms. */
  start: number;
  end: number;
  leave: boolean;
}

export interface Fitness {
  may: boolean;
  /** Kinds of zones, or all of them. */
  zones: readonly KitchenKind[] | 'ALL';
  /** Why not, or why not everywhere. */
  why: string[];
}

/** The last day the certificates hold without a gap, from a day on; null where none holds that day. */
export function certifiedUntil(certificates: readonly CertificateTold[], day: string): string | null {
  let until: string | null = null;
  const next = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  for (const one of certificates.filter((c) => c.confirmed).toSorted((a, b) => a.issueDate.localeCompare(b.issueDate)))
    if (
      one.issueDate <= (until ? next(until) : day) &&
      one.expireDate >= day &&
      (until === null || one.expireDate > until)
    )
      until = one.expireDate;
  return until;
}

export interface Papers {
  /** Last day of the certificates; null where none holds. */
  until: string | null;
  /** Last day before training is due again. */
  trainedUntil: string;
}

/** The last day of what is asked that ends by a day: certificate and training; null where it has ended. */
export function papersUntil(asks: readonly StaffAsk[], { until, trainedUntil }: Papers): string | null {
  const ends = [
    ...(asks.includes('CERTIFICATE') ? [until] : []),
    ...(asks.includes('TRAINING') ? [trainedUntil] : []),
  ].filter((end) => end !== null);
  if (asks.includes('CERTIFICATE') && until === null) return null;
  return ends.toSorted()[0] ?? '9999-12-30';
}

/** Why who works in the kitchen may not enter a place outside it that asks something of them. Sent home, or off the work, is reason enough. */
export function lacking(
  worker: WorkerTold & Papers,
  asks: readonly StaffAsk[],
  check: Stands,
  roster: ShiftAt | null,
  day: string,
): string[] {
  if (asks.length === 0) return [];
  const checked = asks.includes('CHECK')
    ? fitness({ ...worker, status: 'NORMAL' }, null, check, roster, day)
    : { may: true, why: [] };
  return [
    ...(worker.status === 'SUSPENDED' ? ['已停岗'] : []),
    ...(asks.includes('CERTIFICATE') && (worker.until === null || worker.until < day) ? ['健康证无效'] : []),
    ...(asks.includes('TRAINING') && worker.trainedUntil < day ? ['半年内没有培训考核合格'] : []),
    ...(checked.may ? [] : checked.why),
  ];
}

/**
 * No certificate and no check are no warning: they keep out (食品安全法, R5). `day` is the calendar's day of now; no list of
 * certificates where nobody asks for one.
 */
export function fitness(
  worker: WorkerTold,
  certificates: readonly CertificateTold[] | null,
  check: Stands,
  roster: ShiftAt | null,
  day: string,
): Fitness {
  const why = [
    ...(worker.status === 'LEFT' ? ['已离岗'] : worker.status === 'SUSPENDED' ? ['已停岗'] : []),
    ...(certificates && certifiedUntil(certificates, day) === null ? ['健康证无效'] : []),
    ...(worker.sentHome ? [worker.sentHome] : []),
    ...(roster === null ? ['没有排班'] : roster.leave ? ['请假'] : []),
  ];
  if (why.length > 0) return { may: false, zones: [], why };
  switch (check.standing) {
    case 'PASS':
    case 'RECHECK_PASS':
      return { may: true, zones: 'ALL', why: [] };
    case 'RESTRICTED':
      return { may: true, zones: roughZones, why: [...check.why] };
    case 'FIX':
      return { may: false, zones: [], why: ['待整改复检', ...check.why] };
    case 'OFF_DUTY':
      return { may: false, zones: [], why: ['晨检不合格', ...check.why] };
    default:
      return { may: false, zones: [], why: ['未晨检'] };
  }
}
