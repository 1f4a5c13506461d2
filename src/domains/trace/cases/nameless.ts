/** A case for whom names are not: everybody by a number that means nothing outside this pack. Pure. */
import type { OpenCase } from './read-case.ts';

/** The same name is the same number. */
function numbered(word: string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const told = known.get(name) ?? `${word} ${known.size + 1}`;
    known.set(name, told);
    return told;
  };
}

/** Remarks are words of the unit for itself and may name anybody: they stay behind. */
export function nameless(of: OpenCase): OpenCase {
  const worker = numbered('从业人员');
  const counts = { sick: 0, well: 0 };
  return {
    ...of,
    remark: '',
    people: of.people.map((person) => {
      const kind = person.sick ? 'sick' : 'well';
      counts[kind] += 1;
      return { ...person, name: `${person.sick ? '患者' : '对照'} ${counts[kind]}`, jobNumber: '' };
    }),
    kitchen: of.kitchen.map((one) => ({ ...one, name: worker(one.name) })),
    openings: of.openings.map((one) => ({ ...one, name: one.name === '' ? '' : worker(one.name) })),
  };
}
