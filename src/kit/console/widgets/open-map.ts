/** The one map of the console over the map service: finds places by name, near a click, or near oneself. */
import type { MapService } from '../shell/map-loader.ts';

export interface FoundPlace {
  id: string;
  name: string;
  address: string;
}

export interface OpenMap {
  search(text: string): void;
  /** Goes to where the browser says one is; stays when it does not say. */
  locate(): void;
  close(): void;
}

/** The parts of the service that are used here; `number[]` is longitude, latitude. */
interface Position {
  lng: number;
  lat: number;
}
interface Poi {
  id?: string;
  name?: string;
  address?: string | string[];
  location?: Position;
}
interface Service {
  Map: new (
    box: HTMLElement,
    options: object,
  ) => {
    on(event: 'click', heard: (event: { lnglat: Position }) => void): void;
    addControl(control: unknown): void;
    setZoomAndCenter(zoom: number, at: Position): void;
    destroy(): void;
  };
  PlaceSearch: new (options: {
    pageSize: number;
  }) => {
    search(text: string, answer: (status: string, result: { poiList?: { pois?: Poi[] } }) => void): void;
    searchNearBy(
      text: string,
      at: Position,
      metres: number,
      answer: (status: string, result: { poiList?: { pois?: Poi[] } }) => void,
    ): void;
  };
  Geolocation: new (options: {
    timeout: number;
  }) => { getCurrentPosition(answer: (status: string, result: { position?: Position }) => void): void };
  Scale: new () => unknown;
  ToolBar: new () => unknown;
}

const mostPlaces = 20;
const nearMetres = 300;
const closeZoom = 17;
const locateTimeoutMs = 5_000;

const placeOf = (poi: Poi, index: number): FoundPlace => ({
  id: poi.id ?? String(index),
  name: poi.name ?? '',
  // The service answers an empty list where a place has no address.
  address: typeof poi.address === 'string' ? poi.address : '',
});

/** Draws the map into `box`; `onFound` hears the places of every search, an empty list for none. */
export function openMap(
  service: MapService,
  box: HTMLElement,
  onFound: (places: readonly FoundPlace[]) => void,
): OpenMap {
  const { Map: Drawn, PlaceSearch, Geolocation, Scale, ToolBar } = service as unknown as Service;
  const map = new Drawn(box, { zoom: 12, resizeEnable: true });
  map.addControl(new Scale());
  map.addControl(new ToolBar());
  const places = new PlaceSearch({ pageSize: mostPlaces });
  const show = (go: boolean) => (status: string, result: { poiList?: { pois?: Poi[] } }) => {
    const pois = status === 'complete' ? (result.poiList?.pois ?? []) : [];
    const at = pois[0]?.location;
    if (go && at) map.setZoomAndCenter(closeZoom, at);
    onFound(pois.map(placeOf));
  };
  const near = (at: Position) => places.searchNearBy('', at, nearMetres, show(false));
  map.on('click', ({ lnglat }) => near(lnglat));
  return {
    search: (text) => places.search(text, show(true)),
    locate: () =>
      new Geolocation({ timeout: locateTimeoutMs }).getCurrentPosition((_, { position }) => {
        if (!position) return;
        map.setZoomAndCenter(closeZoom, position);
        near(position);
      }),
    close: () => map.destroy(),
  };
}
