/** Cards and accounts to whom something happened: lost, replaced, frozen, newly opened, on the way out. */
import type { Happening } from './happenings.ts';
import { area, type Life } from './life.ts';
import type { DemoPerson } from './people.ts';

const repairs = `${area}/wait_repair_card_detail`;
const people = `${area}/user`;

/** Numbers of the blank cards in the drawer; no holder's begins so. */
const blank = ({ plan }: Life, n: number) =>
  `${plan.loginName === 'school' ? '19' : '29'}${String(n).padStart(7, '0')}`;

/** A request taken up and the card made; `n` is the blank it is made of. */
async function makeCard(life: Life, person: DemoPerson, reason: 'LOST' | 'BROKEN', n: number): Promise<number> {
  const { actor } = life;
  const { id } = await actor.call(repairs, 'create', { personId: person.id, reason, feeFen: 1_500, payBy: 'CASH' });
  await actor.call(repairs, 'accept', { id });
  const cardNo = blank(life, n);
  await actor.call(repairs, 'make', { id, cardNo, cardKind: 'IC' });
  person.cardNo = cardNo;
  return id;
}

export const cardHappenings: readonly Happening[] = [
  {
    ago: 6,
    play: async (life) => {
      const range = { fromNo: blank(life, 1), toNo: blank(life, 40), cardKind: 'IC' };
      await life.actor.call(repairs, 'registerBlanks', range);
      const id = await makeCard(life, life.cast[2]!, 'BROKEN', 1);
      await life.actor.call(repairs, 'deliver', { id, receiver: '' });
    },
  },
  { ago: 4, play: (life) => makeCard(life, life.cast[3]!, 'LOST', 2) },
  {
    ago: 2,
    play: async ({ actor, cast }) => {
      cast[0]!.away = true;
      await actor.call(people, 'reportLoss', { id: cast[0]!.id });
    },
  },
  {
    ago: 1,
    play: async ({ actor, cast }) => {
      for (const person of [cast[1]!, cast[4]!, cast[5]!, cast[6]!]) person.away = true;
      await actor.call(repairs, 'create', {
        personId: cast[1]!.id,
        reason: 'LOST',
        feeFen: 1_500,
        payBy: 'MAIN',
        remark: '上学路上丢失',
      });
      await actor.call(people, 'freezeCard', { id: cast[4]!.id });
      await actor.call(people, 'suspend', { id: cast[5]!.id });
      await actor.call(people, 'leave', { id: cast[6]!.id });
    },
  },
];
