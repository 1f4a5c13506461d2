/** A statement's life walked through its API: in every state, with every dispute and confirmation there can be, every move by every hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { demoPassword } from '../../identity/public.server.ts';
import { checkUnitInvariants } from '../ledger/invariants.ts';
import type { Side } from './statement-states.ts';

type Hand = Side | 'PLATFORM' | 'STRANGER';
interface Standing {
  status: 'GENERATED' | 'DISPUTED' | 'CONFIRMED' | 'SETTLED';
  /** The side that has confirmed. */
  confirmed?: Side;
  /** The side that disputes, whether the other has answered, and whether its days to do so are over. */
  disputes?: Side;
  answered?: boolean;
  lapsed?: boolean;
}

const standings: readonly Standing[] = [
  { status: 'GENERATED' },
  { status: 'GENERATED', confirmed: 'ORGANIZATION' },
  { status: 'GENERATED', confirmed: 'CONTRACTOR' },
  { status: 'DISPUTED', disputes: 'ORGANIZATION', answered: false },
  { status: 'DISPUTED', disputes: 'CONTRACTOR', answered: false },
  { status: 'DISPUTED', disputes: 'ORGANIZATION', answered: false, lapsed: true },
  { status: 'DISPUTED', disputes: 'CONTRACTOR', answered: false, lapsed: true },
  { status: 'DISPUTED', disputes: 'ORGANIZATION', answered: true },
  { status: 'DISPUTED', disputes: 'CONTRACTOR', answered: true },
  { status: 'CONFIRMED' },
  { status: 'SETTLED' },
];
const hands: Readonly<Record<Hand, string>> = {
  ORGANIZATION: 'school',
  CONTRACTOR: 'contractor',
  PLATFORM: 'platform',
  STRANGER: 'contractor2',
};
const events = [
  'confirm',
  'dispute',
  'correct',
  'reject',
  'consent',
  'decide',
  'regenerate',
  'split',
  'settle',
] as const;
type Event = (typeof events)[number];

/** Where the move leads; undefined where it is refused. */
function leads(
  { status, confirmed, disputes, answered, lapsed }: Standing,
  hand: Hand,
  event: Event,
): string | undefined {
  const side = hand === 'ORGANIZATION' || hand === 'CONTRACTOR';
  const answers = status === 'DISPUTED' && side && hand !== disputes && !answered;
  switch (event) {
    case 'confirm':
      if (status !== 'GENERATED' || !side || confirmed === hand) return undefined;
      return confirmed ? 'CONFIRMED' : 'GENERATED';
    case 'dispute':
      return status === 'GENERATED' && side ? 'DISPUTED' : undefined;
    case 'correct':
      return answers ? 'GENERATED' : undefined;
    case 'reject':
      return answers ? 'DISPUTED' : undefined;
    case 'consent':
      return status === 'DISPUTED' && answered && hand === disputes ? 'CONFIRMED' : undefined;
    case 'decide':
      return status === 'DISPUTED' && (answered || lapsed) && hand === 'PLATFORM' ? 'CONFIRMED' : undefined;
    case 'regenerate':
      return (status === 'GENERATED' || status === 'DISPUTED') && hand === 'PLATFORM' ? 'GENERATED' : undefined;
    case 'settle':
      return status === 'CONFIRMED' && hand === 'PLATFORM' ? 'SETTLED' : undefined;
    // All of its days are disputed: nothing could be settled before.
    case 'split':
      return undefined;
  }
}

let bench: ConsumptionBench;
const tokens = {} as Record<Hand, string>;
let terms: { contractId: number; contractorId: number };
beforeAll(async () => {
  bench = await consumptionBench();
  for (const [hand, login] of Object.entries(hands)) tokens[hand as Hand] = await bench.app.login(login as 'school');
  const { rows } = await bench.app.services.pool.query<{ contractId: number; contractorId: number }>(
    `select id as "contractId", contractor_id as "contractorId" from contract_site where organization_id = $1 and status = 'ACTIVE' order by id limit 1`,
    [bench.organizationId],
  );
  terms = rows[0]!;
});
afterAll(() => bench?.app.stop());

/** A statement of nothing long ago, as it stands. */
async function place({ status, confirmed, disputes, answered, lapsed }: Standing): Promise<number> {
  const { pool, ids, clock } = bench.app.services;
  const id = await ids.next();
  const { organizationId } = bench;
  await pool.query(
    `insert into unit_statement (organization_id, id, statement_no, contract_id, contractor_id, cycle, from_date, to_date, note, status,
       generated_at, confirm_by, organization_confirmed_by, organization_confirmed_at, contractor_confirmed_by, contractor_confirmed_at, settled_at)
     values ($1, $2, $3, $4, $5, 'MONTH', '2020-01-01', '2020-01-31', '', $6, now(), now() + interval '9 years',
       $7, case when $7::bigint is null then null else now() end, $8, case when $8::bigint is null then null else now() end,
       case when $6 = 'SETTLED' then now() end)`,
    [
      organizationId,
      id,
      `JSW-${id}`,
      terms.contractId,
      terms.contractorId,
      status,
      confirmed === 'ORGANIZATION' ? 1 : null,
      confirmed === 'CONTRACTOR' ? 1 : null,
    ],
  );
  if (disputes)
    await pool.query(
      `insert into unit_statement_dispute (organization_id, id, statement_id, contractor_id, side, from_date, to_date, trade_nos, amount_fen,
         reason, raised_by, raised_name, raised_at, verdict, answer, answered_name)
       values ($1, $2, $3, $4, $5, '2020-01-01', '2020-01-31', '', 100, '少计', 1, '某人', $7, $6, '', '')`,
      [
        organizationId,
        await ids.next(),
        id,
        terms.contractorId,
        disputes,
        answered ? 'REJECTED' : null,
        isoAt(clock.now() - (lapsed ? 6 * 86_400_000 : 0)),
      ],
    );
  return id;
}

const body = (id: number, event: Event) => ({
  ...(event === 'settle' ? { ids: [id] } : { id }),
  payFen: 0,
  disputeFrom: '2020-01-01',
  disputeTo: '2020-01-31',
  disputeFen: 100,
  reason: '少计一份',
  answer: '已核对',
  witness: { account: 'pt-fuhe', password: demoPassword },
});
const areaOf = (hand: Hand) =>
  ({ ORGANIZATION: 'organization', CONTRACTOR: 'contractor', STRANGER: 'contractor', PLATFORM: 'platform' })[hand];

test.each(standings)(
  '$status, confirmed by $confirmed, disputed by $disputes, answered $answered, lapsed $lapsed',
  async (standing) => {
    const faults: string[] = [];
    const { pool } = bench.app.services;
    for (const hand of Object.keys(hands) as Hand[])
      for (const event of events) {
        const id = await place(standing);
        const answer = await bench.app.post(`/admin/${areaOf(hand)}/settlement`, event, body(id, event), tokens[hand]);
        const { rows } = await pool.query<{ status: string }>('select status from unit_statement where id = $1', [id]);
        const wanted = leads(standing, hand, event);
        const done = answer.body.errorcode === 0;
        if (done !== (wanted !== undefined) || rows[0]!.status !== (wanted ?? standing.status))
          faults.push(`${event} by ${hand}: ${answer.body.errorcode} ${answer.body.errormsg}, now ${rows[0]!.status}`);
      }
    expect(faults).toEqual([]);
    expect(bench.app.errors).toEqual([]);
    expect(await checkUnitInvariants(pool)).toEqual([]);
  },
);
