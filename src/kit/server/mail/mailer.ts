/** Sends mail through the operator's SMTP server. The library is loaded when there is something to send. */
import type { Config } from '../config.ts';

export interface Mail {
  /** Addresses, separated by commas. */
  to: string;
  subject: string;
  text: string;
  attachment: { filename: string; content: Buffer; type: string };
}

/** Nobody got the mail; the message says why, in words for whoever wanted it sent. */
export class UndeliveredError extends Error {
  /** The same mail is refused again, whenever it is sent. */
  readonly final: boolean;

  constructor(message: string, final: boolean, cause?: unknown) {
    super(message, { cause });
    this.final = final;
  }
}

/** What the library throws: `code` of its own, `responseCode` and `response` as the server said them (RFC 5321 §4.2). */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** 5yz is refused for good, all else may be otherwise later. */
const permanent = ({ responseCode = 0 }: SmtpError) => responseCode >= 500;

function undelivered(error: SmtpError): UndeliveredError {
  const said = error.response ?? error.message;
  if (error.code === 'EAUTH') return new UndeliveredError(`邮件服务器不接受系统的账号：${said}`, false, error);
  if (error.responseCode === undefined) return new UndeliveredError(`连不上邮件服务器：${said}`, false, error);
  return new UndeliveredError(`邮件服务器没有收下：${said}`, permanent(error), error);
}

/**
 * Answers the addresses that were refused while others took the mail.
 * @throws UndeliveredError where nobody did.
 */
export async function sendMail(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, mail: Mail): Promise<readonly string[]> {
  if (!config.smtpUrl) throw new UndeliveredError('系统没有配置发信', true);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(config.smtpUrl);
  const { filename, content, type } = mail.attachment;
  try {
    const { rejected } = await transport.sendMail({
      from: config.mailFrom,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      attachments: [{ filename, content, contentType: type }],
    });
    return rejected;
  } catch (error) {
    throw undelivered(error as SmtpError);
  } finally {
    transport.close();
  }
}
