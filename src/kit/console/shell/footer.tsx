/** Company, domain and version, 30 px high. */
import type { Site } from '../http/site.ts';

export function Footer({ site }: { site: Site | undefined }) {
  return (
    <footer className="oc-footer">
      {site?.company ? <span>{site.company}</span> : null}
      {site?.domain ? <span>{site.domain}</span> : null}
      <span>版本 {site?.version ?? '1.0.0'}</span>
    </footer>
  );
}
