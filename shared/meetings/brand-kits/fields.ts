import * as v from 'valibot';
import { parseUrl } from '#shared/foundation/core/url';
import {
  alsoDocumented,
  documented,
  idField,
  messageField,
  metadataField,
  nameField,
  workspaceItem,
} from '#shared/foundation/http/fields';
import { CTA_TYPES, EMAIL_TYPES, MOST_WORKSPACES, TILE_TYPES } from '#shared/meetings/brand-kits/rules/brand-kit';
import type { KitPatch } from '#shared/meetings/brand-kits/rules/patch-kit';

/** Each field of a kit may be left out, at any depth; null takes back what may be absent. */
const clearable = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

const group = <Entries extends v.ObjectEntries>(entries: Entries) => v.optional(v.strictObject(entries));

const colour = documented(
  v.pipe(
    v.string(),
    v.check((text) => /^#[0-9a-f]{6}$/i.test(text), '[invalid_format] must be a colour such as #1a2b3c.'),
    v.transform((text) => text.toLowerCase()),
  ),
  { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$', examples: ['#1a2b3c'] },
) as v.GenericSchema<string, string>;

const message = (longest: number) =>
  documented(
    v.pipe(
      messageField(longest),
      v.check((text) => text.trim() !== '', '[blank] must not be blank; send null to remove it.'),
    ),
    { type: 'string', minLength: 1, maxLength: longest },
  ) as v.GenericSchema<string, string>;

const LONGEST_URL = 2_048;

/** An address that mails may link to: whole, without user and password. */
function isLink(text: string, protocols: readonly string[]): boolean {
  const url = parseUrl(text);
  return (
    url !== null &&
    protocols.includes(url.protocol) &&
    url.hostname !== '' &&
    !/[{}]|%7[bd]/i.test(url.host) &&
    url.username === '' &&
    url.password === '' &&
    !/[\s\p{Cc}]/u.test(text) &&
    text.isWellFormed()
  );
}

const webAddress = documented(
  v.pipe(
    v.string(),
    v.check((text) => text.length <= LONGEST_URL, `[too_long] is longer than ${LONGEST_URL} characters.`),
    v.check((text) => isLink(text, ['https:', 'http:']), '[invalid_format] must be an http or https URL.'),
  ),
  { type: 'string', format: 'uri', maxLength: LONGEST_URL, examples: ['https://acme.test'] },
) as v.GenericSchema<string, string>;

const MEETING_ID = '{{meeting_id}}';

/** What is in braces and is no meeting id would be sent as it stands. */
const linkTemplate = documented(
  v.pipe(
    v.string(),
    v.check((text) => text.length <= LONGEST_URL, `[too_long] is longer than ${LONGEST_URL} characters.`),
    v.check(
      (text) => isLink(text, ['https:']) && !/\{\{|\}\}/.test(text.replaceAll(MEETING_ID, '')),
      `[invalid_format] must be an https URL with ${MEETING_ID} as its only placeholder.`,
    ),
  ),
  { type: 'string', maxLength: LONGEST_URL, examples: [`https://acme.test/meetings/${MEETING_ID}`] },
) as v.GenericSchema<string, string>;

const image = clearable(idField('file'));

const botEntries = {
  name: clearable(nameField),
  tile: group({
    type: v.optional(v.picklist(TILE_TYPES)),
    color: group({ value: clearable(colour) }),
    logo: group({ file: image }),
    image: group({ file: image }),
  }),
  chat: group({
    enabled: v.optional(v.boolean()),
    recording_message: clearable(message(500)),
    paused_message: clearable(message(500)),
  }),
};

const emailEntries = {
  type: v.optional(v.picklist(EMAIL_TYPES)),
  branded: group({
    color: clearable(colour),
    website: clearable(webAddress),
    description: clearable(message(500)),
    logo: image,
    cta: group({
      type: v.optional(v.picklist(CTA_TYPES)),
      label: clearable(nameField),
      url: clearable(linkTemplate),
    }),
  }),
};

/** Named by either form of their ids; whether the caller may is asked later. */
const workspacesField = documented(
  v.pipe(
    v.array(workspaceItem),
    v.maxLength(MOST_WORKSPACES, `[too_long] has more than ${MOST_WORKSPACES} workspaces.`),
    v.transform((named) => [...new Set(named)]),
  ),
  {
    type: 'array',
    maxItems: MOST_WORKSPACES,
    items: { anyOf: [{ type: 'string', pattern: '^(wks_|[0-9])' }, { type: 'integer' }] },
  },
) as v.GenericSchema<(string | number)[], string[]>;

/** What both writes take. */
export const kitEntries = {
  workspace_ids: v.optional(workspacesField),
  name: clearable(nameField),
  bot: v.optional(
    alsoDocumented(v.strictObject(botEntries), { description: 'How the notetaker appears in the call.' }),
  ),
  email: v.optional(alsoDocumented(v.strictObject(emailEntries), { description: 'How the summary email looks.' })),
  metadata: v.optional(metadataField),
};

type Sent = v.InferOutput<v.StrictObjectSchema<typeof kitEntries, undefined>>;

export const kitPatchIn = ({ name, bot, email, metadata }: Sent): KitPatch => ({
  name,
  look: {
    bot: {
      name: bot?.name,
      tile: { type: bot?.tile?.type, color: bot?.tile?.color?.value },
      chat: {
        enabled: bot?.chat?.enabled,
        recordingMessage: bot?.chat?.recording_message,
        pausedMessage: bot?.chat?.paused_message,
      },
    },
    email: {
      type: email?.type,
      branded: {
        color: email?.branded?.color,
        website: email?.branded?.website,
        description: email?.branded?.description,
        cta: {
          type: email?.branded?.cta?.type,
          label: email?.branded?.cta?.label,
          url: email?.branded?.cta?.url,
        },
      },
    },
  },
  images: {
    'bot.tile.logo.file': bot?.tile?.logo?.file,
    'bot.tile.image.file': bot?.tile?.image?.file,
    'email.branded.logo': email?.branded?.logo,
  },
  metadata,
});
