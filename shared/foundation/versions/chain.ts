import { BASE_VERSION, NEWEST_VERSION } from '#shared/foundation/versions/releases';
import type { Release, Server, Shape, VersionChange } from '#shared/foundation/versions/version-change';

/** Fields with data of partners, which may have a key called `object`. */
const OPAQUE = ['metadata', 'segments', 'speakers', 'response_headers'];
/** The block with data that only older versions show; removed last. */
const LEGACY = 'legacy';

/** The newest version on or before a date (`YYYY-MM-DD`); the base for every earlier date. */
export function versionOn(date: string, releases: readonly Release[]): string {
  if (date >= NEWEST_VERSION) return NEWEST_VERSION;
  return releases.find((release) => release.date <= date)?.date ?? BASE_VERSION;
}

/** The next version with a breaking change, or undefined. */
export const successorOf = (pin: string, releases: readonly Release[]): string | undefined =>
  releases.filter(({ date, changes }) => date > pin && changes.length > 0).at(-1)?.date;

/** Converts a response back through every release after the caller's pin. */
export function answerAsOf(pin: string, releases: readonly Release[], answer: unknown, server: Server): unknown {
  const changes = changesSince(pin, releases);
  const opaque = opaqueIn(releases);
  const older = changes.reduce((shape, change) => reshapeResources({ change, opaque, server }, shape), answer);
  return withoutLegacy(older, opaque);
}

/** Converts an older request to the newest shape, oldest change first. */
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

/** Names of fields that the chain does not look into. */
type Opaque = ReadonlySet<string>;

const opaqueOf = new WeakMap<readonly Release[], Opaque>();

/** Collected once for each list of releases: every response asks for them. */
function opaqueIn(releases: readonly Release[]): Opaque {
  const known = opaqueOf.get(releases);
  if (known) return known;
  const named = releases.flatMap(({ changes }) => changes.flatMap(({ opaque }) => opaque ?? []));
  const opaque: Opaque = new Set([...OPAQUE, ...named]);
  opaqueOf.set(releases, opaque);
  return opaque;
}

interface Reshaping {
  readonly change: VersionChange;
  readonly opaque: Opaque;
  readonly server: Server;
}

/** Applies a change to resources wherever they occur: alone, in a list, inside another resource, in a webhook. */
function reshapeResources(by: Reshaping, value: unknown): unknown {
  if (Array.isArray(value)) return mappedList(value, (item) => reshapeResources(by, item));
  if (!isShape(value)) return value;
  const inner = mapped(value, by.opaque, (child) => reshapeResources(by, child));
  const kind = inner['object'];
  const { answers = {} } = by.change;
  if (typeof kind !== 'string' || !Object.hasOwn(answers, kind)) return inner;
  return answers[kind]?.(inner, by.server) ?? inner;
}

function withoutLegacy(value: unknown, opaque: Opaque): unknown {
  if (Array.isArray(value)) return mappedList(value, (item) => withoutLegacy(item, opaque));
  if (!isShape(value)) return value;
  const inner = mapped(value, opaque, (child) => withoutLegacy(child, opaque));
  if (!(LEGACY in inner)) return inner;
  const { [LEGACY]: _left, ...kept } = inner;
  return kept;
}

/** Returns the same object if no child changes: most responses are not affected by most changes. */
function mapped(shape: Shape, opaque: Opaque, each: (child: unknown) => unknown): Shape {
  const changed: [string, unknown][] = [];
  // Without arrays of pairs: every field of every response comes by here.
  for (const key of Object.keys(shape)) {
    const child = shape[key];
    // Most fields are texts, numbers and null, which hold no resource.
    if (typeof child !== 'object' || child === null || opaque.has(key)) continue;
    const next = each(child);
    if (next !== child) changed.push([key, next]);
  }
  return changed.length === 0 ? shape : { ...shape, ...Object.fromEntries(changed) };
}

/** Likewise for a list. */
function mappedList(list: readonly unknown[], each: (item: unknown) => unknown): readonly unknown[] {
  const next = list.map(each);
  return next.every((item, position) => item === list[position]) ? list : next;
}
