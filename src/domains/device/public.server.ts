/** What other domains use of devices on the server. */

// What terminals send, and the door consumption puts behind it (`services.consumeGateway`).
export {
  type ConsumeGateway,
  type DeviceAt,
  type DeviceRecord,
  type DishLine,
  recordKey,
  type RecordMode,
  type RecordOutcome,
  type ShopItem,
  type WeighTake,
} from './gateway.ts';

// Further calls of terminals, signed as all of theirs: a domain above answers them. Others sign likewise with keys of their own.
export { signedBy, signedRoutes } from './api/routes.ts';
export type { Signer } from './api/signature.ts';
export { deviceKey } from './directory.ts';
export { eightDigits } from './pairing.ts';

// Where a terminal stood when it took a record.
export { sitesOf } from './records/sites-then.ts';

// Which terminals still have records of a meal to send.
export { terminalsBehind } from './records/terminals-behind.ts';

// What has not arrived: gaps, giving them up, the fleet's lights.
export { closableMonth, fleetColumns, fleetFrom, healSequences } from './records/fleet.ts';
export { deviceGaps, type Gap, missingCount } from './records/gaps.ts';
export { safeToClose } from './records/safe-light.ts';
export { giveUpGaps, reopenGaps } from './records/give-up.ts';

// How often a terminal reports, and how long it counts as online.
export { heartbeatSeconds, onlineSeconds, silentMinutes } from './register/device-states.ts';

// The demo's terminals pair, beat and count.
export { heartbeat } from './api/heartbeat.ts';
export { postEvents } from './events/post-events.ts';
export type { KnownDevice } from './directory.ts';
export { pair } from './pairing.ts';
export { countBeats, type DayTotals } from './records/days.ts';

// What is wrong with terminals, looked for by the minute.
export { watchDevices } from './watch/watch-devices.ts';

// Simulators of other domains: the console as a clerk calls it, calls that are signed, reasons counted, the command line;
// terminals set up and paired, what they charge, keep and send again.
export { runSimulator, whole } from './simulator/command-line.ts';
export { type Clerk, everyRow, signIn } from './simulator/console-calls.ts';
export { charge, type Game, newRecord, upload } from './simulator/play.ts';
export { equip, type Stage } from './simulator/safety/equip.ts';
export { type SignedCall, signedCalls } from './simulator/signed-calls.ts';
export {
  countReason,
  newTally,
  percentile,
  type Reasons,
  reasonLines,
  type Tally,
  tallyLines,
} from './simulator/tally.ts';
export { beat, syncCards } from './simulator/terminal.ts';
export type { ApiAnswer, Terminal } from './simulator/terminal-state.ts';

// What terminals report besides money; a domain takes its kinds (`services.deviceEvents`).
export type { DeviceEvent, EventCtx } from './events/handlers.ts';

// Pictures and clips an event brings (`evidence` in the domain's list says who sees them).
export { eachWithMedia, type MediaOf, mediaOf } from './media/media-of.ts';
export { announceMedia } from './media/announce-media.ts';
export { sampleClip, sampleNote } from './media/sample-media.ts';
export { takeMediaPart } from './media/take-media-part.ts';

// How long a film plays and how it is coded.
export { clipFacts } from './media/clip-facts.ts';

// What agents buy and give back changes shelves.
export { giveStock } from './register/give-stock.ts';

// The demo's terminals ask for their programs and say what became of them.
export { noteApp, offerApp } from './apps/offer-app.ts';

// Cameras of a terminal's site, asked for a picture of what goes on at it.
export { askCapture, captureOf } from './captures.ts';

// How long pictures stay, whose are not kept at gates, and the sweep each domain runs over its own.
export { forgetOld, type HeldStretch, notHeld, retentionOf, unpictured } from './media/retention.ts';
