/** The site's public configuration inside a component; the built-in names until it is there. */
import { useQuery } from '@tanstack/react-query';
import { loadSite, type Site } from '../http/site.ts';

const none: Pick<Site, 'imageHost' | 'mapKey'> = { imageHost: '', mapKey: '' };

export function useSite(): Pick<Site, 'imageHost' | 'mapKey'> {
  const site = useQuery({ queryKey: ['site'], queryFn: loadSite, staleTime: Number.POSITIVE_INFINITY });
  return site.data ?? none;
}
