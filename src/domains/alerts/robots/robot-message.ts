/** How a group robot is spoken to: its address checked, the message in its form, its answer read. */
import { createHmac } from 'node:crypto';
import type { Services } from '../../../kit/server/context.ts';
import { type RobotKind, robotHosts } from './robot-kinds.ts';

/** One POST of JSON, no redirect followed. @throws when nothing answers */
export type RobotTransport = (url: string, body: string) => Promise<{ status: number; body: string }>;

declare module '../../../kit/server/context.ts' {
  interface Services {
    /** The way out to the robots; tests put their own server here. */
    robotTransport: RobotTransport;
  }
}

const timeoutMs = 5_000;
const mostText = 1_800;

export const httpsRobots: RobotTransport = async (url, body) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: answer.status, body: await answer.text() };
};

/** Is this https, of the robot's own host, and nothing else? */
export function isRobotUrl(kind: RobotKind, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    url.protocol === 'https:' && url.hostname === robotHosts[kind] && url.port === '' && !url.username && !url.password
  );
}

export interface Robot {
  kind: RobotKind;
  /** As typed, opened. */
  url: string;
  secret: string;
}

/** The address with the signature DingTalk asks for where a secret is set. */
function signedUrl({ kind, url, secret }: Robot, nowMs: number): string {
  if (kind !== 'DINGTALK' || !secret) return url;
  const signed = new URL(url);
  signed.searchParams.set('timestamp', String(nowMs));
  signed.searchParams.set('sign', createHmac('sha256', secret).update(`${nowMs}\n${secret}`).digest('base64'));
  return signed.href;
}

/** Says it in the group. Answers why it did not arrive, undefined when it did. */
export async function sayInGroup(
  services: Pick<Services, 'robotTransport' | 'clock'>,
  robot: Robot,
  text: string,
): Promise<string | undefined> {
  if (!isRobotUrl(robot.kind, robot.url)) return '地址不是该平台的 https 地址';
  const content = text.length > mostText ? `${text.slice(0, mostText)}……` : text;
  try {
    const answer = await services.robotTransport(
      signedUrl(robot, services.clock.now()),
      JSON.stringify({ msgtype: 'text', text: { content } }),
    );
    if (answer.status !== 200) return `对方答复 HTTP ${answer.status}`;
    const { errcode, errmsg } = JSON.parse(answer.body) as { errcode?: number; errmsg?: string };
    return errcode === 0 ? undefined : `对方答复 ${errcode ?? '无代码'} ${String(errmsg ?? '').slice(0, 100)}`.trim();
  } catch (error) {
    return error instanceof SyntaxError ? '对方的答复无法读取' : '连接不上，或超过 5 秒没有答复';
  }
}
