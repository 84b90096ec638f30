import { idOf } from '#shared/foundation/core/ids';
import { isJsonObject, type Json, type JsonObject } from '#shared/foundation/core/json';
import { readInstant } from '#shared/foundation/core/time';
import type { EventTypes } from '#shared/foundation/events/rules/domain-event';
import { NEWEST_VERSION } from '#shared/foundation/versions/releases';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { bodyText, objectTextAt } from '#shared/webhooks/delivery/payload';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { sampleEvent } from '#shared/webhooks/endpoints/rules/sample-event';
import { SENT_WHEN } from '#shared/wiring/documents/webhooks';

const MARK = '<!-- events: printed by npm run docs -- events -->';

/** The guide with every event type after its mark, where it ends. The bodies are those of the test of an endpoint. */
export const withEventCatalogue = (guide: string): string =>
  `${guide.slice(0, guide.indexOf(MARK))}${MARK}\n\n${PUBLIC_EVENTS.toSorted().map(sectionOf).join('\n\n')}\n`;

type EventType = (typeof PUBLIC_EVENTS)[number];

/** A body that differs from that of another type in more characters than this stands whole. */
const MOST_OF_DIFFERENCE = 300;

/** A type has the body of its example, or what differs from the first type whose resource is of the same kind. */
function sectionOf(type: EventType, nth: number, all: readonly EventType[]): string {
  const object = objectOf(type);
  const first = all.slice(0, nth).find((other) => hasFieldsOf(objectOf(other), object));
  const difference = first && differenceOf(object, objectOf(first));
  const example =
    difference === undefined || difference.length > MOST_OF_DIFFERENCE
      ? `\`\`\`json event\n${asText(bodyOf(type))}\n\`\`\``
      : `\`data.object\` has the fields of \`${first}\`${difference === '' ? '' : `, here with ${difference}`}.`;
  return [`## ${type}`, SENT_WHEN[type], example].join('\n\n');
}

const hasFieldsOf = (one: JsonObject, other: JsonObject): boolean =>
  one['object'] === other['object'] && Object.keys(one).every((name) => name in other);

/** The fields of the one that the other does not have, or has otherwise. */
const differenceOf = (one: JsonObject, other: JsonObject): string =>
  Object.entries(one)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name]))
    .map(([name, value]) => `\`${JSON.stringify(name)}: ${inline(value)}\``)
    .join(', ');

function objectOf(type: EventType): JsonObject {
  const data = bodyOf(type)['data'];
  const object = isJsonObject(data) ? data['object'] : undefined;
  if (!isJsonObject(object)) throw new Error(`The event ${type} has no resource.`);
  return object;
}

const NOW = known(readInstant('2026-11-02T10:31:12.000Z'));
const EVENT_ID = known(idOf('evt', 'evt_01kcw3v9e2f3hb5wnkq8zr6m4t'));
const WORKSPACE_ID = known(idOf('wks', 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t'));

/** At the newest version, as the test of an endpoint sends it, without `test`. */
function bodyOf(type: keyof EventTypes): JsonObject {
  const snapshot = snapshotOf(sampleEvent(type, WORKSPACE_ID, NOW), NOW);
  const objectText = objectTextAt(NEWEST_VERSION, snapshot, { zone: 'Etc/UTC' });
  return JSON.parse(bodyText({ id: EVENT_ID, type, createdAt: NOW, objectText }));
}

const MOST_COLUMNS = 100;

/** JSON with two spaces, where what fits stands on one line. */
function asText(value: Json, indent = ''): string {
  const short = inline(value);
  const isList = Array.isArray(value);
  if ((!isList && !isJsonObject(value)) || indent.length + short.length <= MOST_COLUMNS) return short;
  const deeper = `${indent}  `;
  const lines = isList
    ? value.map((one) => `${deeper}${asText(one, deeper)}`)
    : Object.entries(value).map(([name, one]) => `${deeper}${JSON.stringify(name)}: ${asText(one, deeper)}`);
  return `${isList ? '[' : '{'}\n${lines.join(',\n')}\n${indent}${isList ? ']' : '}'}`;
}

function inline(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isJsonObject(value) || Object.keys(value).length === 0) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${inline(one)}`)
    .join(', ')} }`;
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A constant of the catalogue cannot be read.');
  return value;
}
