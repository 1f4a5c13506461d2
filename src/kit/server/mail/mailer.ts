/** Sends mail through the operator's SMTP server. The library is loaded when there is something to send. */
import type { Config } from '../config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  attachment: { filename: string; content: Buffer; type: string };
}

/** @throws what the server or the way there said; the caller's queue tries again. */
export async function sendMail(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, mail: Mail): Promise<void> {
  if (!config.smtpUrl) throw new Error('SMTP_URL is not set');
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(config.smtpUrl);
  const { filename, content, type } = mail.attachment;
  try {
    await transport.sendMail({
      from: config.mailFrom,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      attachments: [{ filename, content, contentType: type }],
    });
  } finally {
    transport.close();
  }
}
