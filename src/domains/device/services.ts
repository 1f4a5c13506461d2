/** What the device domain puts into the services. */
import type { DeviceDirectory } from './directory.ts';
import type { publishDocs } from './docs/publish-docs.ts';
import type { EventWriter } from './events/event-writer.ts';
import type { DeviceEvents } from './events/handlers.ts';
import type { DeviceAt } from './gateway.ts';
import type { HeldStretch } from './media/retention.ts';
import type { SequenceBook } from './records/sequences.ts';

declare module '../../kit/server/context.ts' {
  interface Services {
    devices: DeviceDirectory;
    deviceSequences: SequenceBook;
    /** The domains above say here what becomes of events. */
    deviceEvents: DeviceEvents;
    eventWriter: EventWriter;
    /** Documents for terminals, published in the transaction of what they are made of. */
    deviceDocs: { publish: typeof publishDocs };
    /** How new the day's orders at a terminal's restaurant are; filled by the domain that has orders. */
    orderVersion: (device: DeviceAt) => Promise<number>;
    /** How new the goods of the terminal's shop are; filled by the domain that has shops. */
    goodsVersion: (device: DeviceAt) => Promise<number>;
    /** How new the passes of the terminal's unit are; filled by the domain that has doors. */
    passVersion: (device: DeviceAt) => Promise<number>;
    /** Stretches of unfinished cases, of all units: what was photographed in them stays. By the domain that keeps cases. */
    heldStretches?: () => Promise<HeldStretch[]>;
  }
}
