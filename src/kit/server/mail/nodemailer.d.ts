/** What is used of the mail library, which brings no types of its own. */
declare module 'nodemailer' {
  export interface Transport {
    sendMail(mail: {
      from: string;
      to: string;
      subject: string;
      text: string;
      attachments: { filename: string; content: Buffer; contentType: string }[];
    }): Promise<{ rejected: string[] }>;
    close(): void;
  }
  export function createTransport(url: string): Transport;
}
