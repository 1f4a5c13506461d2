/** Where the domains above say what becomes of an event. */
import type { Services } from '../../../kit/server/context.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import type { DeviceAt } from '../gateway.ts';
import type { EventKind } from './event-kinds.ts';

/** Something a terminal reported, taken for the first time. */
export interface DeviceEvent {
  device: DeviceAt;
  epoch: number;
  no: number;
  kind: EventKind;
  /** When it happened by the server's clock, epoch ms: the terminal's own, corrected by its offset. */
  at: number;
  /** When it arrived, epoch ms. */
  receivedAt: number;
  /** From tomorrow, or of more than 45 days ago: `at` is what the terminal says and not to be believed (时间存疑). */
  doubtful: boolean;
  /** Where it belongs in days and months: `at`, or its arrival where that is not to be believed. */
  placedAt: number;
  /** It arrived more than a minute after it happened (补传). */
  late: boolean;
  /** The item as it was sent, all keys; the handler checks its own. */
  body: Readonly<Record<string, unknown>>;
}

/** The transaction the event is taken in: its handle sees every unit, so every statement names the organization. */
export type EventCtx = Pick<Services, 'db' | 'ids' | 'clock'> & { services: Services };

/**
 * Takes events of one unit, of several terminals, each terminal's in their order: undefined for taken, a refusal for what
 * will never be taken (its message goes to the terminal). Throwing takes nothing back from the terminal: it sends again.
 */
export type EventHandler = (
  ctx: EventCtx,
  organizationId: number,
  events: readonly DeviceEvent[],
) => Promise<readonly (Refusal | undefined)[]>;

export interface DeviceEvents {
  /** Once per kind, in the domain's `build`. */
  register(kind: EventKind, handler: EventHandler): void;
  handler(kind: EventKind): EventHandler | undefined;
}

export function createDeviceEvents(): DeviceEvents {
  const handlers = new Map<EventKind, EventHandler>();
  return {
    register(kind, handler) {
      if (handlers.has(kind)) throw new Error(`events of kind ${kind} handled twice`);
      handlers.set(kind, handler);
    },
    handler: (kind) => handlers.get(kind),
  };
}
