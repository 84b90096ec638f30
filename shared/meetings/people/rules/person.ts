import type { CompanyId, MeetingId, MemberId, PersonId, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { type Metadata, type MetadataChange, metadataAfter } from '#shared/foundation/core/metadata';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import type { Attendance } from '#shared/meetings/meetings/rules/attendances';

/** Someone who was invited to a meeting of a workspace: one for each email address. */
export interface Person {
  readonly id: PersonId;
  readonly workspaceId: WorkspaceId;
  /** In comparable form. */
  readonly email: string;
  /** Written with `PATCH`; it is shown instead of the name on invites. */
  readonly ownName: string | null;
  /** On the latest meeting that names them. */
  readonly invitedName: string | null;
  readonly memberId: MemberId | null;
  readonly companyId: CompanyId | null;
  readonly numbers: PersonNumbers;
  /** null before the first count. */
  readonly countedAt: Instant | null;
  readonly metadata: Metadata;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What the attendances of a person come to at one moment. */
export interface PersonNumbers {
  /** Meetings that are past, and were neither cancelled nor declined by them. */
  readonly meetingsCount: number;
  /** The start of the first of those. */
  readonly firstMetAt: Instant | null;
  /** The start of the last of those. */
  readonly lastMetAt: Instant | null;
  /** The start of the meeting that ends first of those that are not past. */
  readonly nextMeetingAt: Instant | null;
  /** When the next of their meetings becomes past, and the numbers change with time alone. */
  readonly changesAt: Instant | null;
}

/** What a meeting counts for a person, as it was last recorded. */
export interface RecordedAttendance extends Omit<Attendance, 'email'> {
  readonly meetingId: MeetingId;
}

export const shownName = ({ ownName, invitedName }: Person): string | null => ownName ?? invitedName;

interface NewPerson {
  readonly workspaceId: WorkspaceId;
  readonly email: string;
  readonly companyId: CompanyId | null;
}

/** A person without attendances. */
export const createPerson = (id: PersonId, now: Instant, { workspaceId, email, companyId }: NewPerson): Person => ({
  id,
  workspaceId,
  email,
  ownName: null,
  invitedName: null,
  memberId: null,
  companyId,
  numbers: numbersOf([], now),
  countedAt: null,
  metadata: {},
  createdAt: now,
  updatedAt: now,
});

/** The numbers of a person at one moment, from all that was recorded of them. */
export function numbersOf(attendances: readonly Omit<RecordedAttendance, 'meetingId'>[], now: Instant): PersonNumbers {
  const attended = attendances.filter(({ attends }) => attends);
  const past = attended.filter((one) => isPast(one, now)).map(({ at }) => at);
  const ahead = attended.filter((one) => !isPast(one, now));
  const [next] = ahead.toSorted((one, other) => endOf(one) - endOf(other) || one.at - other.at);
  return {
    meetingsCount: past.length,
    firstMetAt: earliest(past),
    lastMetAt: latest(past),
    nextMeetingAt: next?.at ?? null,
    changesAt: earliest(ahead.flatMap(({ pastFrom }) => pastFrom ?? [])),
  };
}

export const isPast = ({ pastFrom }: Pick<Attendance, 'pastFrom'>, now: Instant): boolean =>
  pastFrom !== null && pastFrom <= now;

/** A live meeting ends before any that is yet to begin. */
export const endOf = ({ at, pastFrom }: Pick<Attendance, 'at' | 'pastFrom'>): Instant => pastFrom ?? at;

export const earliest = (times: readonly Instant[]): Instant | null =>
  times.reduce<Instant | null>((first, at) => (first === null || at < first ? at : first), null);

export const latest = (times: readonly Instant[]): Instant | null =>
  times.reduce<Instant | null>((last, at) => (last === null || at > last ? at : last), null);

/** What a person is brought up to date with. */
interface Counted {
  readonly numbers: PersonNumbers;
  readonly invitedName: string | null;
  /** The member with their email. */
  readonly memberId: MemberId | null;
}

/** The person with everything that follows from others brought up to date; `updatedAt` moves where that is visible. */
export function countedPerson(person: Person, { numbers, invitedName, memberId }: Counted, now: Instant): Person {
  const counted = { ...person, memberId, invitedName, numbers, countedAt: now };
  return isSame(visible(person), visible(counted))
    ? { ...counted, updatedAt: person.updatedAt }
    : { ...counted, updatedAt: now };
}

/** Changes of a person's meetings within this time of a count are counted together, once it is over. */
const TOGETHER_MS = 30 * SECOND_MS;

/** From when on a person is counted again. */
export const countedAgainFrom = ({ countedAt }: Pick<Person, 'countedAt'>): Instant =>
  later(countedAt ?? (0 as Instant), TOGETHER_MS);

const visible = (person: Person) => {
  const { changesAt: _, ...numbers } = person.numbers;
  return [shownName(person), person.memberId, person.companyId, numbers];
};

export interface PersonPatch {
  /** null shows the name on invites again. */
  readonly name?: string | null | undefined;
  readonly metadata?: MetadataChange | undefined;
}

/** The person after a partner's change. */
export const changedPerson = (person: Person, { name, metadata }: PersonPatch): Person => ({
  ...person,
  ownName: name === undefined ? person.ownName : name,
  metadata: metadata ? metadataAfter(person.metadata, metadata) : person.metadata,
});

/** Whether the name, one of its words, or the email begins with this text, in any case. */
export function beginsWith(named: { readonly name: string | null; readonly email: string }, text: string): boolean {
  const wanted = searchable(text).trim();
  const name = searchable(named.name ?? '');
  return name.startsWith(wanted) || name.includes(` ${wanted}`) || searchable(named.email).startsWith(wanted);
}

/** Texts as searches compare them. */
export const searchable = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
