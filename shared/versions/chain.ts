import { BASE_VERSION, NEWEST_VERSION } from '#shared/versions/releases';
import type { Release, Server, Shape, VersionChange } from '#shared/versions/version-change';

/** Other people's data: a key in it may be called `object` and mean nothing to us. */
const OPAQUE = new Set(['metadata', 'segments', 'speakers', 'response_headers']);
/** What the newest shape leaves out and an older one still needs; stripped last. */
const LEGACY = 'legacy';

/** The newest version on or before a date (`YYYY-MM-DD`); the base for every earlier date. */
export function versionOn(date: string, releases: readonly Release[]): string {
  if (date >= NEWEST_VERSION) return NEWEST_VERSION;
  return releases.find((release) => release.date <= date)?.date ?? BASE_VERSION;
}

/** The next version that changed anything after this one, or undefined where nothing did. */
export const successorOf = (pin: string, releases: readonly Release[]): string | undefined =>
  releases.filter(({ date, changes }) => date > pin && changes.length > 0).at(-1)?.date;

/** Walks an answer back through every release the caller has not reached yet. */
export function answerAsOf(pin: string, releases: readonly Release[], answer: unknown, server: Server): unknown {
  const older = changesSince(pin, releases).reduce((shape, change) => reshapeResources(change, shape, server), answer);
  return withoutLegacy(older);
}

/** Brings an older request forward, oldest change first. */
export function requestAsOf(pin: string, releases: readonly Release[], operation: string, body: unknown): unknown {
  const lifts = [...changesSince(pin, releases)].reverse().flatMap((change) => change.requests?.[operation] ?? []);
  return isShape(body) ? lifts.reduce((newer, lift) => lift(newer), body) : body;
}

/** Whether a caller at this pin keeps a named behaviour. */
export const keeps = (pin: string, releases: readonly Release[], behaviour: string): boolean =>
  changesSince(pin, releases).some((change) => change.behaviours?.includes(behaviour));

const changesSince = (pin: string, releases: readonly Release[]): readonly VersionChange[] =>
  releases.filter((release) => release.date > pin).flatMap((release) => [...release.changes].reverse());

const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds resources wherever they are: alone, in a list, inside another, in a webhook. */
function reshapeResources(change: VersionChange, value: unknown, server: Server): unknown {
  if (Array.isArray(value)) return mappedList(value, (item) => reshapeResources(change, item, server));
  if (!isShape(value)) return value;
  const inner = mapped(value, (child) => reshapeResources(change, child, server));
  const kind = inner['object'];
  const { answers = {} } = change;
  if (typeof kind !== 'string' || !Object.hasOwn(answers, kind)) return inner;
  return answers[kind]?.(inner, server) ?? inner;
}

function withoutLegacy(value: unknown): unknown {
  if (Array.isArray(value)) return mappedList(value, withoutLegacy);
  if (!isShape(value)) return value;
  const inner = mapped(value, withoutLegacy);
  if (!(LEGACY in inner)) return inner;
  const { [LEGACY]: _left, ...kept } = inner;
  return kept;
}

/** The same shape where no child of it changes: nearly every answer passes nearly every change as it is. */
function mapped(shape: Shape, each: (child: unknown) => unknown): Shape {
  const changed = Object.entries(shape).flatMap(([key, child]) => {
    const next = OPAQUE.has(key) ? child : each(child);
    return next === child ? [] : [[key, next] as const];
  });
  return changed.length === 0 ? shape : { ...shape, ...Object.fromEntries(changed) };
}

/** Likewise for a list. */
function mappedList(list: readonly unknown[], each: (item: unknown) => unknown): readonly unknown[] {
  const next = list.map(each);
  return next.every((item, position) => item === list[position]) ? list : next;
}
