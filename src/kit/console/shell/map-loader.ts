/** Loads the maps service with its plugins behind the configured key; without a key it says so instead. */
import { loadSite } from '../http/site.ts';

const plugins = [
  'AutoComplete',
  'PlaceSearch',
  'Scale',
  'OverView',
  'ToolBar',
  'MapType',
  'PolylineEditor',
  'CircleEditor',
  'Geolocation',
] as const;

const callbackName = '__onMapLoaded';
const timeoutMs = 15_000;

/** The service's own namespace; typed by whoever uses it. */
export type MapService = Readonly<Record<string, unknown>>;
export type MapAnswer = { ready: true; AMap: MapService } | { ready: false; notice: string };

interface MapWindow {
  AMap?: MapService;
  [callbackName]?: () => void;
}

/** Address of the service's script for a key. */
export function mapScriptUrl(key: string): string {
  const list = plugins.map((p) => `AMap.${p}`).join(',');
  return `https://webapi.amap.com/maps?v=2.0&key=${encodeURIComponent(key)}&plugin=${list}&callback=${callbackName}`;
}

let pending: Promise<MapAnswer> | undefined;

function fetchScript(key: string): Promise<MapAnswer> {
  return new Promise((resolve) => {
    const host = window as unknown as MapWindow;
    const script = document.createElement('script');
    const fail = () => {
      pending = undefined;
      script.remove();
      resolve({ ready: false, notice: '地图服务暂时无法使用，可直接填写地址。' });
    };
    const timer = setTimeout(fail, timeoutMs);
    host[callbackName] = () => {
      clearTimeout(timer);
      if (host.AMap) resolve({ ready: true, AMap: host.AMap });
      else fail();
    };
    script.src = mapScriptUrl(key);
    script.async = true;
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    document.head.append(script);
  });
}

/** The maps service, loaded once. Never throws: without it the address is typed by hand. */
export function loadMap(): Promise<MapAnswer> {
  pending ??= loadSite().then((site) => {
    if (site.mapKey) return fetchScript(site.mapKey);
    pending = undefined;
    return { ready: false, notice: '未配置地图服务，可直接填写地址。' };
  });
  return pending;
}
