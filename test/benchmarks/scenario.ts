import type { Sealed } from './gateway.ts';
import type { Office } from './office.ts';

/** One way to use one endpoint. */
export interface Scenario {
  /** As contracts name it: `GET /meetings/{id}`. */
  readonly operation: string;
  /** What sets it apart from others of that endpoint. */
  readonly as?: string;
  readonly status: number;
  /** Processor time that one call is meant to stay under, in milliseconds. */
  readonly aimMs?: number;
  /** Puts in place what the calls need; what comes back readies one more call, unmeasured. */
  readonly prepare: (office: Office) => Promise<() => Promise<Sealed>>;
}

export const nameOf = ({ operation, as }: Scenario): string => (as ? `${operation} (${as})` : operation);

/**
 * A member leads to a workspace, and both lead to the settings that were chosen for them. A folder leads to the tree of
 * its workspace, and the tree to the folders above it. A workspace leads to its users, and they to their agents.
 */
const THREE_READS = ['GET /policies/{id}', 'GET /folders', 'GET /folders/{id}', 'GET /agents'];

/** The first call reads the style guide and the text, and stores the text of the subtitles before the transaction. */
const CONVERSIONS = ['GET /conversations/{id}/convert_to_subtitles', 'GET /transcriptions/{id}/convert_to_subtitles'];

/**
 * Answers the path of the folder; ends the open invitation of the membership's address; looks at the meeting that the order
 * was made from: all take three reads.
 */
const AFTER_THREE_READS = [
  'PATCH /folders/{id}',
  'DELETE /folders/{id}',
  'DELETE /organization_memberships/{id}',
  'POST /orders/{id}/retry',
];

/** Writes whose reads all start with that of the key. */
const TWO_TRIP_WRITES = [
  'PATCH /workspaces/{id}',
  'DELETE /workspaces/{id}',
  'POST /members',
  'POST /summary_templates',
];

/** Counts the search before it reads files, and then reads the rows of its hits; an image before it is read. */
const COUNTED_READS = ['GET /search', 'GET /files/{id}/content'];

/**
 * Counts the upload before it stores the bytes, or begins at S3, so that a refused one leaves none; a name before it looks it
 * up; the paid work that a user may begin with before that of the deployment.
 */
const COUNTED_BEFORE = ['POST /files', 'POST /uploads', 'POST /webhook_endpoints', 'POST /workspaces'];

/**
 * Counts the automatic bot among those of its time before the transaction that plans it (docs/decisions/planned-bots.md).
 */
const PLANNING = ['POST /calendar_events'];

/**
 * Reads the bot and the text that the meeting names, counts the new text, and stores it before the transaction that names it.
 */
const CORRECTIONS = ['PUT /conversations/{id}/transcript', 'PATCH /conversations/{id}/transcript'];

/** A first read has the summary made: it is a write. */
const ORDERING_READS = ['GET /conversations/{id}/summary', 'GET /transcriptions/{id}/summary'];

/** Issues a ticket, and counts it. */
const TICKETS = ['GET /meetings/{id}/live'];

/** Takes a place before it answers a link. */
const PLACES = ['GET /uploads/new'];

/** Tells of a code in the audit log once it is used up, and before it answers the key. */
const TOLD_APART = 'POST /agent_sessions';

/** By their names, where the trips are for one reason each. */
const FURTHER_TRIPS: Readonly<Record<string, number>> = {
  // Counts the people whose meeting it cancels before the transaction, beside no place: a bot that is withdrawn needs none.
  'DELETE /calendar_events/{id}': 5,
  // Reads its rows once the key is verified, counts the read of statistics, and reads these.
  'GET /usage': 4,
  // Looks at thousands of entries, once the key is verified.
  'GET /people (search)': 3,
  // Reads the meeting that it moves, and counts its people before the transaction (docs/decisions/people.md).
  'POST /calendar_events (moved)': 5,
};

/** Rows of a page are read 25 at a time, so that large ones end it. */
const LARGEST_PAGE = '100 with settings';

/** Round trips to AWS one after the other that a call may take (docs/architecture.md). */
export const tripsAllowed = (scenario: Scenario): number => {
  const { operation, as } = scenario;
  if (CONVERSIONS.includes(operation)) return as === 'the first' ? 6 : 2;
  // A reader takes its place before all are counted, so that of several at once never too many stay.
  if (TICKETS.includes(operation)) return 6;
  if (as === LARGEST_PAGE) return 5;
  const further = FURTHER_TRIPS[nameOf(scenario)];
  if (further !== undefined) return further;
  const writing = [...THREE_READS, ...ORDERING_READS, ...PLACES, ...COUNTED_READS];
  const isRead = operation.startsWith('GET ') && !writing.includes(operation);
  if (isRead || TWO_TRIP_WRITES.includes(operation)) return 2;
  if (CORRECTIONS.includes(operation)) return 6;
  return operation === TOLD_APART || [...COUNTED_BEFORE, ...AFTER_THREE_READS, ...PLANNING].includes(operation) ? 4 : 3;
};

/** The same call every time. */
export const always =
  (method: string, path: (office: Office) => string | Promise<string>, body?: unknown): Scenario['prepare'] =>
  async (office) => {
    const at = await path(office);
    return async () => office.request(method, at, body);
  };
