/** The maps service's address. */
import { expect, it } from 'vitest';
import { mapScriptUrl } from './map-loader.ts';

it('asks for every plugin with the configured key', () => {
  const url = new URL(mapScriptUrl('k e y'));
  expect(url.searchParams.get('key')).toBe('k e y');
  expect(url.searchParams.get('plugin')?.split(',')).toEqual([
    'AMap.AutoComplete',
    'AMap.PlaceSearch',
    'AMap.Scale',
    'AMap.OverView',
    'AMap.ToolBar',
    'AMap.MapType',
    'AMap.PolylineEditor',
    'AMap.CircleEditor',
    'AMap.Geolocation',
  ]);
});
