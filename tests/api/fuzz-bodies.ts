/** Bodies for the fuzz: near what a schema asks for, with one or more things wrong, or nothing like it at all. */
import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;
type Body = fc.Arbitrary<unknown>;

const nastyDates = [
  '２０２６－０１－０１',
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '0000-01-01',
  '9999-12-31',
  '99999-01-01',
  '-4713-01-01',
  '2026-01-01T25:00:00+08:00',
  '2026-01-01T00:00:00+99:00',
  '2026-01-01 (x)',
];

/** Texts that broke servers before. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  "'",
  "' or '1'='1",
  "1'; drop table person; --",
  '%',
  '_%\\',
  '\\',
  '"',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '0x7fffffff',
  '1e400',
  '-0',
  'NaN',
  'null',
  'true',
  ...nastyDates,
  '28:00',
  '𠮷野家👨‍👩‍👧‍👦',
  '\u202e卡号',
  'x'.repeat(201),
  '饭'.repeat(5000),
];

const nastyNumbers = [
  0,
  -0,
  -1,
  0.1,
  1e-9,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
  8_999_999_999_999,
];

/** An array in an array in an array. */
const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = i % 2 ? { a: value } : [value];
  return value;
};

/** Anything JSON can carry, the nasty more often. */
export const junk: Body = fc.oneof(
  fc.constantFrom<unknown>(...nastyTexts),
  fc.constantFrom<unknown>(...nastyNumbers),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    [{}],
    { length: { toString: null } },
    { length: -1 },
    deep(60),
  ),
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.constantFrom<unknown>(...nastyNumbers, ...nastyTexts.slice(0, 8)), { maxLength: 4 }),
  fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 600, maxLength: 2100 }),
  fc.jsonValue({ maxDepth: 3 }),
);

function right(schema: Schema, ids: readonly number[]): Body {
  const parts = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (parts) return fc.oneof(...parts.map((p) => right(p, ids)));
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]), 'NO_SUCH_CHOICE');
  switch (schema.type) {
    case 'integer':
      return schema.minimum === 1 && ids.length > 0
        ? fc.constantFrom(...ids, 8_999_999_999_999)
        : fc.oneof(fc.nat(100_000), fc.integer({ min: -10, max: 2 ** 31 + 10 }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(wrongNowAndThen(schema.items as Schema, ids), { maxLength: 3 });
    case 'object':
      return objectOf((schema.properties ?? {}) as Record<string, Schema>, ids);
    case 'string':
      if (schema.format === 'date') return fc.constantFrom('2026-11-20', '1900-01-01', '2200-12-31', ...nastyDates);
      if (schema.format === 'date-time')
        return fc.constantFrom('2026-11-20T12:00:00+08:00', '2026-11-20', '2026-11-20T24:00:00Z', ...nastyDates);
      return fc.constantFrom('午餐', '王', '13800000000', 'B2', '张三丰', '12:00', 'abc123');
    default:
      return junk;
  }
}

const wrongNowAndThen = (schema: Schema, ids: readonly number[]): Body =>
  fc.oneof({ weight: 3, arbitrary: right(schema, ids) }, { weight: 1, arbitrary: junk });

function objectOf(properties: Readonly<Record<string, Schema>>, ids: readonly number[]): Body {
  const fields = Object.fromEntries(Object.entries(properties).map(([k, s]) => [k, wrongNowAndThen(s, ids)]));
  return fc.record(fields, { requiredKeys: [] }).chain((value) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(value) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('id', 'ids', 'version', '__proto__', 'constructor', 'toString', '', '字段'), junk)
          .map(([key, more]) => ({ ...value, [key]: more })),
      },
    ),
  );
}

/** The properties of a body's schema, `allOf` merged. */
export function bodySchema(schema: Schema): Schema {
  const all = schema.allOf as Schema[] | undefined;
  if (!all) return schema;
  return {
    type: 'object',
    properties: Object.assign({}, ...all.map((s) => (s.properties ?? {}) as object)),
  };
}

/** Bodies for a schema; `ids` are records that exist. */
export const bodiesFor = (schema: Schema, ids: readonly number[]): Body =>
  fc.oneof({ weight: 6, arbitrary: right(bodySchema(schema), ids) }, { weight: 1, arbitrary: junk });
