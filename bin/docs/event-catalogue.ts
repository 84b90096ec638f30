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

const sectionOf = (type: keyof EventTypes): string =>
  [`## ${type}`, SENT_WHEN[type], `\`\`\`json event\n${asText(bodyOf(type))}\n\`\`\``].join('\n\n');

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
