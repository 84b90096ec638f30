import { afterFailure, type PassFault } from '#shared/calendars/sync/commands/after-failure';
import { claimSync, type Held, type NotHeld, saveHeld } from '#shared/calendars/sync/commands/claim';
import { completePass } from '#shared/calendars/sync/commands/complete-pass';
import { endSource } from '#shared/calendars/sync/commands/end-source';
import { keepWatch } from '#shared/calendars/sync/commands/keep-watch';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import { openAccess } from '#shared/calendars/sync/commands/open-access';
import { type PassPlace, placeOf } from '#shared/calendars/sync/commands/place-of';
import { type PageTaken, takePage } from '#shared/calendars/sync/commands/take-page';
import {
  type CalendarProvider,
  CursorExpired,
  type ProviderPage,
} from '#shared/calendars/sync/ports/calendar-provider';
import type { RunningPass } from '#shared/calendars/sync/rules/calendar-sync';
import { advanced, forgotten, interrupted } from '#shared/calendars/sync/rules/sync-transitions';
import { needsFullPass, rollsAt, windowAt } from '#shared/calendars/sync/rules/window';
import type { CalendarConnectionId } from '#shared/core/ids';
import { sideBySide } from '#shared/core/side-by-side';
import { type Instant, SECOND_MS } from '#shared/core/time';

export interface PassOutcome {
  readonly outcome: 'done' | 'interrupted' | NotHeld | PassFault['outcome'];
  /** When the next pass is due; null where none is, or where somebody else sees to it. */
  readonly dueAt: Instant | null;
  readonly pages: number;
  readonly isFull: boolean;
  /** Codes that occurrences were refused with. */
  readonly passedOver: readonly string[];
  /** What went wrong beside the pass, or ended it. */
  readonly fault?: unknown;
  readonly needsPerson?: boolean;
}

/** No further page is begun when less is left: one takes a few seconds. */
const PAGE_NEEDS_MS = 30 * SECOND_MS;
const AT_ONCE = 10;

interface Slice {
  /** Milliseconds until the platform cuts us off. */
  readonly timeLeft: () => number;
}

/**
 * One pass over a connection's calendar, if one is due: what changed since the last, or all that stands in the window.
 * Whatever it is cut off at, the next pass finds and mends; what the provider answers never gets out of here as an
 * error, while trouble of our own table does where it keeps even that from being saved.
 */
export const runPass =
  (needs: PassNeeds) =>
  async (id: CalendarConnectionId, slice: Slice): Promise<PassOutcome> => {
    const held = await claimSync(needs, id);
    if (typeof held === 'string') return { ...NOTHING_DONE, outcome: held };
    try {
      return await passOver(needs, held, slice);
    } catch (error) {
      return { ...NOTHING_DONE, ...(await afterFailure(needs, held, error)) };
    }
  };

const NOTHING_DONE = { dueAt: null, pages: 0, isFull: false, passedOver: [] } as const;

/** A cursor that leads nowhere is forgotten, and the pass begins anew over everything, once. */
async function passOver(needs: PassNeeds, held: Held, slice: Slice): Promise<PassOutcome> {
  const access = await openAccess(needs, held);
  try {
    return await passUnder(needs, held, { ...slice, access });
  } catch (error) {
    if (!(error instanceof CursorExpired)) throw error;
    return passUnder(needs, await saveHeld(needs, held, forgotten), { ...slice, access });
  }
}

interface Under extends Slice {
  readonly access: string;
}

async function passUnder(needs: PassNeeds, held: Held, { access, timeLeft }: Under): Promise<PassOutcome> {
  const { calendar } = needs.providers[held.sync.provider];
  let pass = passFor(held, needs.clock.now());
  let page = await firstPage(calendar, access, pass);
  const passedOver: string[] = [];
  for (;;) {
    if (!page.isLast && page.cursor === pass.cursor) throw new CursorExpired('A page leads to itself.');
    const next = page.isLast || timeLeft() < PAGE_NEEDS_MS ? undefined : readAhead(calendar, access, page.cursor);
    const place = await placeOf(needs, held, pass.window);
    const taken = await takePage(needs, place, page.events);
    passedOver.push(...taken.passedOver);
    pass = { ...pass, cursor: page.cursor, pages: pass.pages + 1 };
    const told = { pages: pass.pages, isFull: pass.isFull, passedOver };
    if (page.isLast) return { ...told, ...(await end(needs, held, { pass, place, taken, access })) };
    const goesOn = timeLeft() >= PAGE_NEEDS_MS;
    const { dueAt } = (await keepPlace(needs, held, pass, taken, goesOn)).sync;
    if (!goesOn) return { ...told, outcome: 'interrupted', dueAt };
    page = await (next ?? calendar.readOn(access, pass.cursor));
  }
}

/** Providers take as long over a page as we do: the next is under way while this one is taken. Its trouble can wait. */
function readAhead(calendar: CalendarProvider, access: string, cursor: string): Promise<ProviderPage> {
  const page = calendar.readOn(access, cursor);
  page.catch(() => undefined);
  return page;
}

/** The one that was interrupted, unless its window has to move meanwhile; else over changes, or over everything. */
function passFor({ sync: { cursor, pass } }: Held, now: Instant): RunningPass & { readonly isNew: boolean } {
  if (pass && rollsAt(pass.window) > now) return { ...pass, isNew: false };
  return cursor === null || needsFullPass(cursor, now)
    ? { isNew: true, isFull: true, window: windowAt(now), cursor: '', pages: 0 }
    : { isNew: true, isFull: false, window: cursor.window, cursor: cursor.text, pages: 0 };
}

const firstPage = (
  calendar: CalendarProvider,
  access: string,
  { isNew, isFull, window, cursor }: ReturnType<typeof passFor>,
): Promise<ProviderPage> => (isNew && isFull ? calendar.readWindow(access, window) : calendar.readOn(access, cursor));

/** What was seen is kept with the place: the end of a pass over everything is to know what was not. */
function keepPlace(
  needs: PassNeeds,
  held: Held,
  { isFull, window, cursor, pages }: RunningPass,
  { sourceIds }: PageTaken,
  goesOn: boolean,
): Promise<Held> {
  const seenSources = isFull ? [{ connectionId: held.id, page: pages - 1, sourceIds }] : [];
  const pass = { isFull, window, cursor, pages };
  return saveHeld(
    needs,
    held,
    (sync, now) => (goesOn ? advanced(sync, pass) : interrupted(advanced(sync, pass), now)),
    { seenSources },
  );
}

interface LastPage {
  readonly pass: RunningPass;
  readonly place: PassPlace;
  readonly taken: PageTaken;
  readonly access: string;
}

async function end(needs: PassNeeds, held: Held, { pass, place, taken, access }: LastPage) {
  const ended = pass.isFull ? await endUnseen(needs, pass, place, taken) : 0;
  const fault = await keepWatch(needs, held, access);
  const cursor = { text: pass.cursor, window: pass.window };
  // What moved from one page to another while they were read is seen by a pass over the changes, at once.
  const { dueAt } = await completePass(needs, held, { cursor, goesOn: ended > 0 });
  return { outcome: 'done', dueAt, ...(fault !== undefined && { fault }) } as const;
}

async function endUnseen(needs: PassNeeds, pass: RunningPass, place: PassPlace, taken: PageTaken): Promise<number> {
  const { connection, workspace } = place;
  const seen = { ...pass.window, pages: pass.pages - 1, sourceIds: new Set(taken.sourceIds) };
  const unseen = await needs.syncs.unseen(connection.id, seen);
  await sideBySide(unseen, AT_ONCE, (source) => endSource(needs, workspace, source));
  return unseen.length;
}
