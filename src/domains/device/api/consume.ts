/** An online swipe: mode and state of the terminal, then the consumption domain; its number is noted once answered. */
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { KnownDevice } from '../directory.ts';
import { deviceFlow } from '../register/device-states.ts';
import { type RecordAnswer, recordAnswer } from './answers.ts';
import { readOnline } from './records.ts';

const modeLabels: Readonly<Record<string, string>> = {
  FIXED: '定值',
  AMOUNT: '金额',
  COUNT: '计次',
  WEIGH: '称重',
  DISH: '点餐',
  SHOP: '商超',
};

/** Why this terminal may not charge now. */
function stopped(known: KnownDevice, mode: string): Refusal | undefined {
  if (!known.unitActive) return refuse('UNIT_STOPPED');
  if (known.status !== 'ACTIVE') return refuse('DEVICE_STOPPED', { state: deviceFlow.labelOf(known.status) });
  if (known.at.mode !== mode) return refuse('DEVICE_MODE', { mode: modeLabels[known.at.mode] ?? known.at.mode });
  return undefined;
}

/** POSTED or DUPLICATE with amount and balances, or the refusal for the terminal's screen. */
export async function consumeOnline(
  services: Services,
  known: KnownDevice,
  seq: number,
  body: unknown,
): Promise<RecordAnswer | Refusal> {
  const record = readOnline(body, known.epoch, seq, services.clock.now());
  if (isRefusal(record)) return record;
  const { organizationId, deviceId } = known.at;
  const outcome = stopped(known, record.mode) ?? (await services.consumeGateway.consume(known.at, record));
  const answer = recordAnswer(record.epoch, record.seq, outcome);
  if (answer.result !== 'RETRY') services.deviceSequences.note(organizationId, deviceId, record.epoch, record.seq);
  return isRefusal(outcome) ? outcome : answer;
}
