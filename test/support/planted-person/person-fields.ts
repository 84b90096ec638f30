/**
 * The fields of requests that are about a person, by operation: each is planted. What takes any text and is in neither of
 * these two tables is a new way in, and the test says so.
 */
export const PERSON_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'POST /organization_memberships': ['email'],
  'POST /members': ['email', 'name'],
  'PATCH /members/{id}': ['name'],
  'PATCH /people/{id}': ['name'],
  'POST /bots': ['participants.0.email', 'participants.0.name'],
  'PATCH /bots/{id}': ['participants.0.email', 'participants.0.name'],
  'PUT /conversations/{id}/transcript': ['speakers.0.name'],
  'POST /calendar_events': [
    ...['attendees.0.email', 'attendees.0.name', 'member_data.email', 'member_data.name'],
    ...['organizer.email', 'organizer.name'],
  ],
  // The secret address of a calendar has the address of its owner in it.
  'POST /calendar_feeds': ['url'],
  'POST /calendar_connect_links': ['member_data.email', 'member_data.name'],
};

/** Text that the partner writes about other things than a person. Whoever writes a name into it can take it out again. */
export const OTHER_TEXT: readonly { readonly fields: RegExp; readonly is: string }[] = [
  {
    fields:
      /^\w+ \/(?:workspaces|companies|conversations|folders|style_guides|glossaries|summary_templates|brand_kits|translate|subtitle|transcribe)\b.* name$/,
    is: 'the name of a thing',
  },
  { fields: / (?:title|tags\.0|file_name|filename|content_type)$/, is: 'a title or label' },
  {
    fields: / (?:bot_name|welcome_message|bot\.name|bot\.chat\.\w+|email\.branded\..+)$/,
    is: 'what the notetaker shows',
  },
  { fields: / segments\.0\.(?:text|words\.0)$/, is: 'words that were spoken' },
  { fields: / (?:instructions|sections\.0\.\w+|terms\.0\.source)$/, is: 'what a text is made by' },
  { fields: / (?:workspace_ids?|workspace_ids\.0|scope\.0|ical_uid|state|parts\.0\.etag|token)$/, is: 'an id' },
  { fields: / (?:webhook_url|return_url|filters\..+)$/, is: 'of the receiver of the partner' },
  {
    fields: /^POST \/(?:subtitle|transcribe) url$|^\w+ \/webhook_endpoints.* url$/,
    is: 'where a file or a receiver is',
  },
  {
    fields: /^PATCH \/policies\/\{id\} |^\w+ \/settings/,
    is: 'a choice: texts that are none are refused with 422',
  },
];
