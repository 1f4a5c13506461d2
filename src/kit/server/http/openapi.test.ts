/** The description of a time of day allows what the server takes, and nothing else. */
import { expect, test } from 'vitest';
import { checkValue } from '../../define/check-value.ts';
import { hm } from '../../define/field.ts';
import { fieldSchema } from './openapi.ts';

test.each([
  ['a business day', hm('时刻')],
  ['a calendar day', hm('时刻', { max: 1_439 })],
])('of %s', (_day, field) => {
  const allowed = new RegExp(String(fieldSchema(field).pattern));
  const times = ['00:00', '09:59', '23:59', '24:00', '27:59', '28:00', '28:01', '29:00', '9:00', '09:60'];
  expect(times.filter((time) => allowed.test(time))).toEqual(
    times.filter((time) => checkValue(field, time) === undefined),
  );
});
