/** What tests and benches drive terminals with. */

// Signed calls and pairing.
export { canonical, sign } from './api/signature.ts';
export { deviceKey } from './directory.ts';
export { issuePairingCode } from './pairing.ts';

// What terminals answer about what they were told of people.
export { answerFaces, answerPushes } from './api/pushes.ts';

// Totals of a day as a terminal reports them.
export { noteBeat } from './records/days.ts';

// The simulator's terminals and its clerk.
export { type Clerk, signIn } from './simulator/console-calls.ts';
export { equip } from './simulator/safety/equip.ts';
export { udpGate } from './simulator/safety/play-udp.ts';
export { playSafety, type SafetyPlay } from './simulator/safety/safety-plays.ts';
export { numbered } from './simulator/safety/tell.ts';
export { simulate } from './simulator/simulate.ts';
export type { Terminal } from './simulator/terminal-state.ts';
export { beat, pairTerminal } from './simulator/terminal.ts';
export { udpController } from './simulator/udp-controller.ts';

// Pictures and clips made of nothing.
export { sampleClip, samplePicture } from './media/sample-media.ts';

// Commands as a terminal fetches them.
export { takeCommands } from './commands.ts';
