/** `--play gate|udp|morning|scale|night|outbreak`: what happens at gates, kitchens, cabinets and after a bad lunch, played by terminals. */
import type { Clock } from '../../../../kit/server/clock.ts';
import { signIn } from '../console-calls.ts';
import type { Stage } from './equip.ts';
import { playGate } from './play-gate.ts';
import { playMorning } from './play-morning.ts';
import { playNight } from './play-night.ts';
import { playOutbreak } from './play-outbreak.ts';
import { playScale } from './play-scale.ts';
import { playUdp } from './play-udp.ts';
import type { SafetyTally } from './tell.ts';

export const safetyPlays = ['gate', 'udp', 'morning', 'scale', 'night', 'outbreak'] as const;
export type SafetyPlay = (typeof safetyPlays)[number];

export interface SafetyOptions {
  url: string;
  seed: number;
  account: string;
  password: string;
  platform: string;
  platformPassword: string;
  udpPort: number;
}

/** @throws with a Chinese message when it cannot be set up */
export async function playSafety(play: SafetyPlay, options: SafetyOptions, clock: Clock): Promise<SafetyTally> {
  const { url, seed } = options;
  const organization = await signIn(url, options.account, options.password);
  const platform = await signIn(url, options.platform, options.platformPassword);
  const me = await organization.call<{ belong?: { id: number; type: string } }>('/admin', 'get_admin_info_in_session');
  if (me.belong?.type !== 'ORGANIZATION') throw new Error(`${options.account} 不是单位账号`);
  const stage: Stage = { url, clock, organization, platform, organizationId: me.belong.id, seed };
  switch (play) {
    case 'gate':
      return playGate(stage);
    case 'udp':
      return playUdp(stage, options.udpPort);
    case 'morning':
      return playMorning(stage);
    case 'scale':
      return playScale(stage);
    case 'night':
      return playNight(stage);
    case 'outbreak':
      return playOutbreak(stage);
  }
}
