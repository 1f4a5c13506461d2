/** A light check of JSON Schemas (draft 2020-12, the part OpenAPI descriptions use): keywords, types, references by shape. */

const types = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']);
const keywords: Record<string, (value: unknown) => boolean> = {
  type: (v) => [v].flat().every((t) => types.has(t as string)),
  title: (v) => typeof v === 'string' && v !== '',
  description: (v) => typeof v === 'string' && v !== '',
  format: (v) => typeof v === 'string',
  pattern: (v) => {
    try {
      return new RegExp(v as string, 'u') instanceof RegExp;
    } catch {
      return false;
    }
  },
  enum: (v) => Array.isArray(v) && v.length > 0 && new Set(v).size === v.length,
  const: () => true,
  default: () => true,
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  minLength: Number.isInteger,
  maxLength: Number.isInteger,
  minItems: Number.isInteger,
  maxItems: Number.isInteger,
  required: (v) => Array.isArray(v) && v.every((k) => typeof k === 'string') && new Set(v).size === v.length,
  properties: (v) => typeof v === 'object' && v !== null && !Array.isArray(v),
  additionalProperties: (v) => typeof v === 'boolean' || (typeof v === 'object' && v !== null),
  items: (v) => typeof v === 'object' && v !== null && !Array.isArray(v),
  anyOf: Array.isArray,
  oneOf: Array.isArray,
  allOf: Array.isArray,
};

/** What is wrong with a schema, each line with the place. */
export function schemaFaults(at: string, schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${at}: no schema`];
  const faults: string[] = [];
  const record = schema as Record<string, unknown>;
  for (const [key, value] of Object.entries(record)) {
    const fits = keywords[key];
    if (!fits) faults.push(`${at}: unknown keyword ${key}`);
    else if (!fits(value)) faults.push(`${at}: ${key} is ${JSON.stringify(value)?.slice(0, 60)}`);
  }
  const properties = (record.properties ?? {}) as Record<string, unknown>;
  for (const [key, value] of Object.entries(properties)) faults.push(...schemaFaults(`${at}.${key}`, value));
  for (const key of (record.required ?? []) as string[])
    if (record.properties && !(key in properties)) faults.push(`${at}: required ${key} is no property`);
  if (record.type === 'array' && !record.items) faults.push(`${at}: array without items`);
  if (record.items) faults.push(...schemaFaults(`${at}[]`, record.items));
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const)
    for (const [i, part] of ((record[key] ?? []) as unknown[]).entries())
      faults.push(...schemaFaults(`${at} ${key}[${i}]`, part));
  return faults;
}
