import { isJsonObject, type Json, type JsonObject } from '#shared/foundation/core/json';
import { AUDIT_EVENTS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/audit-events';
import { BOTS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/bots';
import { BRAND_KITS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/brand-kits';
import { CALENDARS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/calendars';
import { COMMON_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/common';
import { CONVERSATIONS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/conversations';
import type { Descriptions } from '#shared/wiring/documents/descriptions/descriptions';
import { EXPORTS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/exports';
import { FILES_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/files';
import { GLOSSARIES_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/glossaries';
import { MEETINGS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/meetings';
import { ORDERS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/orders';
import { PEOPLE_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/people';
import { RESULTS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/results';
import { SETTINGS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/settings';
import { USAGE_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/usage';
import { WEBHOOKS_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/webhooks';
import { WORKSPACES_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/workspaces';

/** One list for each topic. A name is in exactly one list. */
export const DESCRIPTION_LISTS: readonly Descriptions[] = [
  COMMON_DESCRIPTIONS,
  AUDIT_EVENTS_DESCRIPTIONS,
  BOTS_DESCRIPTIONS,
  BRAND_KITS_DESCRIPTIONS,
  CALENDARS_DESCRIPTIONS,
  CONVERSATIONS_DESCRIPTIONS,
  EXPORTS_DESCRIPTIONS,
  FILES_DESCRIPTIONS,
  GLOSSARIES_DESCRIPTIONS,
  MEETINGS_DESCRIPTIONS,
  ORDERS_DESCRIPTIONS,
  PEOPLE_DESCRIPTIONS,
  RESULTS_DESCRIPTIONS,
  SETTINGS_DESCRIPTIONS,
  USAGE_DESCRIPTIONS,
  WEBHOOKS_DESCRIPTIONS,
  WORKSPACES_DESCRIPTIONS,
];

/**
 * What fields mean, where their name and type do not say it all. As in the sample values a name counts everywhere, and
 * `parent.name` or `Resource.name` there alone; a longer one wins.
 */
export const FIELD_DESCRIPTIONS: Descriptions = Object.assign({}, ...DESCRIPTION_LISTS);

/**
 * A schema with descriptions at its fields that have none of their own; `name` is that of the resource, if it is one.
 */
export function withDescriptions(schema: Json, name: string): Json {
  return described(schema, [VARIANTS[name] ?? name]);
}

/** Resources with the fields of another one: its descriptions count for them too. */
const VARIANTS: Readonly<Record<string, string>> = {
  GlossaryWithTerms: 'Glossary',
  ListedMeeting: 'Meeting',
  WebhookEventWithAttempts: 'WebhookEvent',
};

function described(schema: Json, at: readonly string[]): Json {
  if (Array.isArray(schema)) return schema.map((one) => described(one, at));
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, child]) => [
      key,
      key === 'properties' && isJsonObject(child) ? describedFields(child, at) : inside(key, child, at),
    ]),
  );
}

/** Beneath these are schemas of the same place; all else is a value. */
const inside = (key: string, child: Json, at: readonly string[]): Json =>
  ['items', 'anyOf', 'oneOf', 'allOf'].includes(key) ? described(child, at) : child;

const describedFields = (fields: JsonObject, at: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const path = [...at, name];
      const inner = described(field, path);
      const words = descriptionAt(path);
      const isBare = isJsonObject(inner) && !('description' in inner) && !('$ref' in inner);
      return [name, isBare && words !== undefined ? { ...inner, description: words } : inner];
    }),
  );

function descriptionAt(path: readonly string[]): string | undefined {
  const ends = path.map((_, from) => path.slice(from).join('.'));
  const known = ends.find((end) => Object.hasOwn(FIELD_DESCRIPTIONS, end));
  return known === undefined ? undefined : FIELD_DESCRIPTIONS[known];
}
