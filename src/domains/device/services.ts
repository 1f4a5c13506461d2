/** What the device domain puts into the services. */
import type { DeviceDirectory } from './directory.ts';
import type { SequenceBook } from './records/sequences.ts';

declare module '../../kit/server/context.ts' {
  interface Services {
    devices: DeviceDirectory;
    deviceSequences: SequenceBook;
  }
}
