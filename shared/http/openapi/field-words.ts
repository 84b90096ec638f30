import { isJsonObject, type Json, type JsonObject } from '#shared/core/json';
import { AUDIT_EVENTS_WORDS } from '#shared/http/openapi/words/audit-events';
import { BOTS_WORDS } from '#shared/http/openapi/words/bots';
import { BRAND_KITS_WORDS } from '#shared/http/openapi/words/brand-kits';
import { CALENDARS_WORDS } from '#shared/http/openapi/words/calendars';
import { COMMON_WORDS } from '#shared/http/openapi/words/common';
import { CONVERSATIONS_WORDS } from '#shared/http/openapi/words/conversations';
import { EXPORTS_WORDS } from '#shared/http/openapi/words/exports';
import { FILES_WORDS } from '#shared/http/openapi/words/files';
import { GLOSSARIES_WORDS } from '#shared/http/openapi/words/glossaries';
import { MEETINGS_WORDS } from '#shared/http/openapi/words/meetings';
import { ORDERS_WORDS } from '#shared/http/openapi/words/orders';
import { PEOPLE_WORDS } from '#shared/http/openapi/words/people';
import { RESULTS_WORDS } from '#shared/http/openapi/words/results';
import { SETTINGS_WORDS } from '#shared/http/openapi/words/settings';
import { USAGE_WORDS } from '#shared/http/openapi/words/usage';
import { WEBHOOKS_WORDS } from '#shared/http/openapi/words/webhooks';
import type { Words } from '#shared/http/openapi/words/words';
import { WORKSPACES_WORDS } from '#shared/http/openapi/words/workspaces';

/** One list for each topic. A name is in exactly one list. */
export const WORD_LISTS: readonly Words[] = [
  COMMON_WORDS,
  AUDIT_EVENTS_WORDS,
  BOTS_WORDS,
  BRAND_KITS_WORDS,
  CALENDARS_WORDS,
  CONVERSATIONS_WORDS,
  EXPORTS_WORDS,
  FILES_WORDS,
  GLOSSARIES_WORDS,
  MEETINGS_WORDS,
  ORDERS_WORDS,
  PEOPLE_WORDS,
  RESULTS_WORDS,
  SETTINGS_WORDS,
  USAGE_WORDS,
  WEBHOOKS_WORDS,
  WORKSPACES_WORDS,
];

/**
 * What fields mean, where their name and type do not say it all. As in the sample values a name counts everywhere, and
 * `parent.name` or `Resource.name` there alone; a longer one wins.
 */
export const FIELD_WORDS: Words = Object.assign({}, ...WORD_LISTS);

/** A schema with words at its fields that have none of their own; `name` is that of the resource, if it is one. */
export function withWords(schema: Json, name: string): Json {
  return worded(schema, [VARIANTS[name] ?? name]);
}

/** Resources with the fields of another one: its words count for them too. */
const VARIANTS: Readonly<Record<string, string>> = {
  GlossaryWithTerms: 'Glossary',
  ListedMeeting: 'Meeting',
  WebhookEventWithAttempts: 'WebhookEvent',
};

function worded(schema: Json, at: readonly string[]): Json {
  if (Array.isArray(schema)) return schema.map((one) => worded(one, at));
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
  ['items', 'anyOf', 'oneOf', 'allOf'].includes(key) ? worded(child, at) : child;

const describedFields = (fields: JsonObject, at: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const path = [...at, name];
      const inner = worded(field, path);
      const words = wordsAt(path);
      const isBare = isJsonObject(inner) && !('description' in inner) && !('$ref' in inner);
      return [name, isBare && words !== undefined ? { ...inner, description: words } : inner];
    }),
  );

function wordsAt(path: readonly string[]): string | undefined {
  const ends = path.map((_, from) => path.slice(from).join('.'));
  const known = ends.find((end) => Object.hasOwn(FIELD_WORDS, end));
  return known === undefined ? undefined : FIELD_WORDS[known];
}
