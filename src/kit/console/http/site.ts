/** The site's public configuration: names in the footer, image host, map key. */
import { call } from './client.ts';

export interface Site {
  /** Name of the platform. */
  name: string;
  company: string;
  domain: string;
  version: string;
  imageHost: string;
  mapKey: string;
  demo: boolean;
}

const unknown: Site = {
  name: '智慧一卡通服务平台',
  company: '',
  domain: '',
  version: '1.0.0',
  imageHost: '',
  mapKey: '',
  demo: false,
};

let pending: Promise<Site> | undefined;

/** The site configuration, asked once; the built-in names stand in while the server cannot be reached. */
export function loadSite(): Promise<Site> {
  pending ??= call<Site>('/admin/common/site', undefined, { method: 'GET', anonymous: true })
    .then((answer) => (answer.errorcode === 0 ? { ...unknown, ...answer.data } : unknown))
    .catch(() => {
      pending = undefined;
      return unknown;
    });
  return pending;
}

/** Address of an uploaded picture by its key: on the image host when one is configured. */
export function imageUrl(key: string, site: Pick<Site, 'imageHost'>): string {
  if (/^(https?:|data:|blob:|\/)/.test(key)) return key;
  return `${site.imageHost.replace(/\/$/, '')}/files/${key}`;
}
