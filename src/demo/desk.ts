/** The cash desk's day: deposits and cash given back in the morning, the drawer handed over at night. */
import { area, at, type Life, type Step } from './life.ts';
import { dayNumber } from './walk-ins.ts';

interface Shift {
  status: string;
  dueFen: number;
}

/** Counts the drawer and hands it over; once in a while five yuan are missing. */
export async function handOver({ actor }: Life, day: string): Promise<void> {
  const path = `${area}/operator_cash_summary`;
  const { rows } = await actor.call<{ rows: Shift[] }>(path, 'query', { search: { businessDate: [day, day] } });
  const open = rows.find((shift) => shift.status === 'OPEN');
  if (!open) return;
  const short = dayNumber(day) % 19 === 5;
  await actor.call(path, 'handOver', {
    countedFen: open.dueFen - (short ? 500 : 0),
    reason: short ? '找零差错，已登记' : null,
    businessDate: day,
  });
}

/** What the desk does on a day. */
export function deskOf(life: Life, day: string): Step[] {
  const { actor, cast, plan } = life;
  const nth = dayNumber(day);
  return [
    {
      when: at(day, 10 * 60 + 5),
      play: () => {
        // Whose turn it is, or the next who still comes: nobody pays in who has left.
        const turn = nth % cast.length;
        const person = [...cast.slice(turn), ...cast].find(({ away }) => !away)!;
        const deposit = { personId: person.id, amountFen: plan.desk.depositFen };
        return actor.call(`${area}/deposit`, 'create', deposit, `demo-desk-${day}`);
      },
    },
    ...(nth % 4 === 0
      ? [
          {
            when: at(day, 10 * 60 + 40),
            play: () =>
              actor.call(
                `${area}/cash_out_detail`,
                'create',
                { personId: cast[11]!.id, amountFen: plan.desk.cashOutFen, reason: 'PARTIAL' },
                `demo-out-${day}`,
              ),
          },
        ]
      : []),
  ];
}
