import { expect, test } from 'vitest';
import { ref, refs } from '../../../define/field.ts';
import { emptiedBy, withinOf } from './within.ts';

const fields = {
  restaurantId: ref('餐厅', '/r'),
  siteId: ref('部署点', '/s', { within: { restaurantId: 'restaurantId' } }),
  deviceIds: refs('设备', '/d', { within: { siteId: 'siteId' } }),
};

test('a child is narrowed by its parent once that is chosen', () => {
  expect(withinOf(fields.siteId, { restaurantId: 7 })).toEqual({ restaurantId: 7 });
  expect(withinOf(fields.siteId, { restaurantId: null })).toBeUndefined();
  expect(withinOf(fields.restaurantId, {})).toBeUndefined();
});

test('a changed parent empties its children and theirs', () => {
  expect(emptiedBy(fields, ['restaurantId'])).toEqual({ siteId: null, deviceIds: [] });
  expect(emptiedBy(fields, ['deviceIds'])).toEqual({});
});
