/** What others use of samples. */

// The demo removes what is due by two hands, and lets windows end at their time.
export { discardSamples, takeSample } from './desk/remove.ts';
export { takeReadings } from './cabinets/take-readings.ts';
export { missWindows } from './todo/sample-clock.ts';

// A case shows how cold its samples were kept.
export { type CabinetDay, readCabinetDay } from './cabinets/cabinets.ts';

// A case seals whatever it may need as evidence.
export { sealSamples, unsealSamples } from './desk/keep.ts';
