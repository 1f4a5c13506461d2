/** A mail server that delivers nothing: what reaches it is kept to be looked at. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface Caught {
  to: string[];
  /** Head and body as they came. */
  data: string;
}

export interface MailCatcher {
  /** Environment of a server that mails through it. */
  env: { SMTP_URL: string; MAIL_FROM: string };
  caught: Caught[];
  close(): void;
}

/** Mail to this domain is refused for good. */
export const refusedDomain = 'refused.example';

function converse(socket: Socket, keep: (mail: Caught) => void): void {
  let mail: Caught = { to: [], data: '' };
  let body = false;
  let rest = '';
  const hear = (line: string) => {
    if (body && line === '.') {
      body = false;
      keep(mail);
      mail = { to: [], data: '' };
      socket.write('250 kept\r\n');
    } else if (body) mail.data += `${line}\r\n`;
    else if (/^RCPT TO/i.test(line)) {
      const to = /<(.*)>/.exec(line)![1]!;
      const refused = to.endsWith(`@${refusedDomain}`);
      if (!refused) mail.to.push(to);
      socket.write(refused ? '550 5.1.1 no such user\r\n' : '250 ok\r\n');
    } else if (/^DATA/i.test(line)) {
      body = true;
      socket.write('354 go\r\n');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else socket.write('250 ok\r\n');
  };
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop()!;
    for (const line of lines) hear(line);
  });
  socket.write('220 catcher\r\n');
}

export async function catchMail(): Promise<MailCatcher> {
  const caught: Caught[] = [];
  const server = createServer((socket) => converse(socket, (mail) => caught.push(mail)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'onecard@example.com' },
    caught,
    close: () => server.close(),
  };
}

/** The workbook in a mail. @throws when there is none. */
export function workbookIn({ data }: Caught): Buffer {
  const part = data.split(/\r\n--/).find((one) => /spreadsheetml/.test(one));
  if (part === undefined) throw new Error('no workbook in this mail');
  return Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4).replaceAll(/\s/g, ''), 'base64');
}
