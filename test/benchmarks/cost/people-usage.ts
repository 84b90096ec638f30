import { calendarEvents } from '#functions/api/calendar-events/index';
import { DAY_MS, HOUR_MS, type Instant, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { commandContext } from '#shared/wiring/command-context';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, callsTo, noon } from '#test/support/api';
import { peopleWorker } from '#test/support/people-worker';
import { Meter, type Write } from './meter.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** A due row that the sweeper reads, in the queue of its worker, and the work of that. The sweeper sends ten at once. */
const ONE_DUE_ROW: Usage = {
  ...{ 'queue request': 2.1, 'function request': 1, 'function GB-second': 0.03, 'table read unit': 1 },
  ...{ trace: 0.05, 'log GB': 300 / 1e9 },
};
/** People are due within this time of the end of a meeting. */
const SPREAD_MS = 15 * MINUTE_MS;
const INVITED = ['ada@acme.test', 'ben@acme.test', 'grace@navy.test', 'mary@navy.test', 'alan@park.test'];
/** Meetings that these people have beside the one that is measured. */
const OTHERS = 50;

/** How many people the measured meeting has. */
export const PEOPLE_INVITED = INVITED.length;

export interface PeopleUsage {
  readonly usage: Usage;
  /** Of it, what is written for companies. */
  readonly companies: Usage;
  /** Rows that say what the meeting counts for a person. */
  readonly attendanceRows: number;
}

/**
 * What five people of one meeting use from its invite to their numbers after its end, beside the meeting's own
 * transaction: they are known, and have fifty other meetings.
 */
export async function peopleUsage(): Promise<PeopleUsage> {
  const world = aWorld();
  const { key, workspaceId } = await world.anOwner('Acme', ['acme.test']);
  const call = callsTo(calendarEvents(world.context));
  const push = (nth: number, startsAt: Instant) =>
    call('POST', '/calendar_events', {
      key,
      body: {
        workspace_id: workspaceId,
        member_data: { email: INVITED[0] },
        ical_uid: `event-${nth}@acme.test`,
        starts_at: isoOf(startsAt),
        ends_at: isoOf(later(startsAt, HOUR_MS)),
        attendees: INVITED.map((email) => ({ email, name: 'A Name' })),
      },
    });
  let ofCompanies = 0;
  const meter = new Meter((write) => {
    if (isOfCompany(write)) ofCompanies += write.units.row + write.units.indexes;
  });
  const table = tableOver(meter.watchTable(world.dynamo));
  const worker = peopleWorker({
    ...world,
    context: { ...world.context, ...commandContext({ ...world.context, table }) },
  });
  for (let nth = 1; nth <= OTHERS; nth += 1) await push(nth, later(noon, -nth * DAY_MS));
  await worker.untilQuiet();
  const startsAt = later(world.clock.now(), HOUR_MS);
  const measured = await push(0, startsAt);
  meter.read();
  ofCompanies = 0;
  const invited = await worker.untilQuiet();
  world.clock.set(later(startsAt, HOUR_MS + SPREAD_MS));
  const met = await worker.untilQuiet();
  const attendanceRows = world.dynamo.items().filter(({ sk }) => sk?.S === `MTG#${measured.body.meeting_id}`).length;
  const usage = sumOf(times(ONE_DUE_ROW, invited + met), meter.read());
  return { usage, companies: { 'table write unit': ofCompanies }, attendanceRows };
}

/** Rows of a company, and that which leads to it by its domain. */
const isOfCompany = ({ key }: Write): boolean => key.startsWith('com_') || key.includes('#DOMAIN#');
