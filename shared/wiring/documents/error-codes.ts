/** One code of a refusal, as partners read of it. */
export interface ErrorCode {
  readonly status: number;
  readonly code: string;
  /** When it is answered. */
  readonly meaning: string;
  /** A message as it may read, for examples. */
  readonly message: string;
  /** In examples of codes that name a field. */
  readonly field?: string;
  /** Reserved: no endpoint answers with it yet. */
  readonly reserved?: true;
  /** Shown to a person on a page: no endpoint answers with it. */
  readonly onPage?: true;
}

/** Every code there is, by status: the source of docs/api/errors.md and of the examples in the OpenAPI document. */
export const ERROR_CODES: readonly ErrorCode[] = [
  {
    status: 400,
    code: 'bad_request',
    meaning:
      'The request cannot be processed: a missing or blank `workspace_id`, an unknown filter, `page` or `per_page`, an invalid cursor, an empty body, a body over 1 MB or of more than 20,000 values, a form of more than 1,000 fields, or a `Content-Encoding` other than `gzip`.',
    message: 'The parameter workspace_id is missing.',
    field: 'workspace_id',
  },
  {
    status: 400,
    code: 'invalid_json',
    meaning:
      'The body is not JSON, is nested deeper than 32 levels, or is a stringified object such as `[object Object]`.',
    message: "The body is not valid JSON: Expected ',' or '}' after property value at position 17 (line 1 column 18).",
  },
  {
    status: 400,
    code: 'invalid_api_version',
    meaning: 'The `Service-Version` header is no ISO 8601 calendar date and no date-time with an offset.',
    message: 'The Service-Version header must be a date such as 2026-10-12.',
  },
  {
    status: 400,
    code: 'missing',
    meaning:
      'A required field at the top level of the body, or a required query parameter, is missing: one error for each.',
    message: 'The parameter starts_at is missing.',
    field: 'starts_at',
  },
  {
    status: 401,
    code: 'missing_api_key',
    meaning: 'The `Authorization` header is missing.',
    message: 'Send your API key in the Authorization header.',
  },
  { status: 401, code: 'invalid_api_key', meaning: 'The key matches no account.', message: 'Invalid API key.' },
  {
    status: 401,
    code: 'unauthorized',
    meaning:
      'The key has no access to the workspace, which may be archived or unknown, or lacks the required role. In `POST /agent_sessions`: the code is wrong, used or expired.',
    message: 'Unauthorized',
  },
  {
    status: 403,
    code: 'workspace_access_not_allowed',
    meaning:
      'Only owners and admins can read webhook endpoints and events, the audit log and usage, and see and end agents.',
    message: 'Only owners and admins of the workspace can read its webhooks.',
  },
  {
    status: 403,
    code: 'workspace_update_not_allowed',
    meaning: 'Only owners and admins can change a workspace.',
    message: 'Only owners and admins can change the workspace.',
  },
  {
    status: 403,
    code: 'workspace_archive_not_allowed',
    meaning: 'Only owners can archive a workspace.',
    message: 'Only an owner can archive the workspace.',
  },
  {
    status: 403,
    code: 'workspace_creation_not_allowed',
    meaning: 'Creating workspaces through the API is turned off in this deployment.',
    message: 'This feature is turned off in this deployment.',
  },
  {
    status: 403,
    code: 'plan_upgrade_required',
    meaning:
      'The feature of this endpoint is turned off in this deployment, or a usage limit of the workspace, or of all that one user founded, is reached.',
    message: 'This feature is turned off in this deployment.',
  },
  {
    status: 404,
    code: 'not_found',
    meaning:
      'The id is unknown or belongs to a workspace that the key has no access to; both answer the same. Or no endpoint has this path, which is checked before the key.',
    message: 'There is no such meeting.',
  },
  {
    status: 405,
    code: 'method_not_allowed',
    meaning: 'The path does not support this method. The `Allow` header lists those it supports.',
    message: 'This path supports GET, PATCH.',
  },
  {
    status: 406,
    code: 'not_acceptable',
    meaning: 'The `Accept` header excludes JSON, or the path ends in an extension other than `.json`.',
    message: 'Only JSON is served: send Accept: application/json, or leave the header out.',
  },
  {
    status: 409,
    code: 'conflict',
    meaning:
      'The current state does not allow this, a conflicting resource already exists, or other requests kept changing the resource at the same time.',
    message:
      'The bot bot_01kcw3v9e2f3hb5wnkq8zr6m4t is already on this meeting. Send allow_multiple_bots to add another.',
  },
  {
    status: 409,
    code: 'bot_not_editable',
    meaning: 'After `queued`, only the metadata of a bot can be changed.',
    message: 'Only the metadata of a bot that is in_call can be changed.',
  },
  {
    status: 409,
    code: 'bot_not_cancellable',
    meaning: 'A bot that has left the call cannot be cancelled.',
    message: 'A bot that is completed cannot be cancelled.',
  },
  {
    status: 409,
    code: 'meeting_live',
    meaning: 'A recording of the meeting is active: its settings can no longer be changed.',
    message: 'The meeting is live: its settings can no longer be changed.',
  },
  {
    status: 409,
    code: 'meeting_not_upcoming',
    meaning: 'The meeting is past or cancelled: its settings can no longer be changed.',
    message: 'The meeting is past: its settings can no longer be changed.',
  },
  {
    status: 409,
    code: 'no_calendar_event',
    meaning: 'The setting requires a meeting on a calendar, and this meeting is on none.',
    message: 'The meeting is on no calendar: send a bot with POST /bots, and cancel it with DELETE /bots/{id}.',
  },
  {
    status: 409,
    code: 'calendar_already_connected',
    meaning:
      'Another member of the workspace has connected this account. The person sees this on the consent page, and the return carries `connect_failed`.',
    message: 'Another member of the workspace has connected this calendar.',
    onPage: true,
  },
  {
    status: 409,
    code: 'idempotency_key_in_use',
    meaning:
      'The first request with this `Idempotency-Key` is still running: wait for `Retry-After` and send it again.',
    message: 'The first request with this Idempotency-Key is still running.',
  },
  {
    status: 409,
    code: 'workspace_owner',
    meaning: 'A workspace keeps an owner: the last one can neither be removed nor get another role.',
    message: 'The user is the only owner of Acme (wks_01jbzq1f0he2k9m4vxr8t6d5cp).',
  },
  { status: 409, code: 'shared_meeting', meaning: 'Reserved.', message: 'The meeting is shared.', reserved: true },
  {
    status: 412,
    code: 'precondition_failed',
    meaning: 'The resource has changed since it was read. Read it again, apply the change, and send the new `ETag`.',
    message: 'The transcript has changed since it was read: read it again.',
  },
  {
    status: 422,
    code: 'missing',
    meaning: 'A field is required in a nested object or an array item, or because of the value of another field.',
    message: 'member_data.email is missing.',
    field: 'member_data.email',
  },
  { status: 422, code: 'blank', meaning: 'The value is empty.', message: 'name must not be blank.', field: 'name' },
  {
    status: 422,
    code: 'invalid',
    meaning:
      'The value is not allowed: out of range, or an id that is unknown or belongs to another workspace. In settings, also a value outside the allowed set, which the message lists.',
    message: 'member_id is not the id of a member of this workspace.',
    field: 'member_id',
  },
  {
    status: 422,
    code: 'inclusion',
    meaning: 'The value is not in the allowed set, which the message lists.',
    message: 'status must be one of enabled, disabled.',
    field: 'status',
  },
  {
    status: 422,
    code: 'invalid_type',
    meaning: 'The value has the wrong JSON type.',
    message: 'recurring must be true or false.',
    field: 'recurring',
  },
  {
    status: 422,
    code: 'invalid_format',
    meaning: 'The value does not have the required format: a link, an email address, a date, a name or an image.',
    message: 'starts_at must be a date and time with an offset, such as 2026-11-02T10:00:00Z.',
    field: 'starts_at',
  },
  {
    status: 422,
    code: 'too_long',
    meaning: 'More characters, items or bytes than allowed.',
    message: 'title is longer than 500 characters.',
    field: 'title',
  },
  {
    status: 422,
    code: 'unknown_field',
    meaning: 'The request has no such field, or no longer has it at this version.',
    message: 'colour is not a field of this request.',
    field: 'colour',
  },
  {
    status: 422,
    code: 'unusable_setting',
    meaning: 'A brand kit outside a workspace scope, or a template or brand kit that the workspace cannot use.',
    message: 'summary.template must be a built-in slug or a template of the workspace.',
    field: 'summary.template',
  },
  {
    status: 422,
    code: 'not_supported',
    meaning: 'The field does not support `inherit`.',
    message: 'summary.language does not support inherit.',
    field: 'summary.language',
  },
  {
    status: 422,
    code: 'not_available',
    meaning: 'The value needs a feature that is turned off in this deployment.',
    message: 'transcription.language cannot have this value in this deployment.',
    field: 'transcription.language',
  },
  {
    status: 422,
    code: 'enforced',
    meaning: 'The setting cannot be changed in this deployment.',
    message: 'recording.methods.bot.mode cannot be changed in this deployment.',
    field: 'recording.methods.bot.mode',
  },
  {
    status: 422,
    code: 'unavailable',
    meaning: 'The recorder has no capacity left: try again later.',
    message: 'The recorder has no free bot: try again later.',
  },
  {
    status: 422,
    code: 'provider_rejected',
    meaning: 'A recorder or calendar provider refused the request.',
    message: 'The recorder refused meeting_url.',
    field: 'meeting_url',
  },
  {
    status: 422,
    code: 'shared_account',
    meaning:
      'The account is a shared or resource mailbox. The person sees this on the consent page, and the return carries `connect_failed`.',
    message: 'This account is a shared mailbox.',
    onPage: true,
  },
  {
    status: 422,
    code: 'idempotency_key_reused',
    meaning: 'The `Idempotency-Key` was used within the last 24 hours with another body.',
    message: 'This Idempotency-Key was used before with another body: use a new key for a new request.',
  },
  {
    status: 422,
    code: 'seat_billed_plan',
    meaning: 'Reserved.',
    message: 'The plan is billed by seat.',
    reserved: true,
  },
  {
    status: 428,
    code: 'precondition_required',
    meaning: 'The request needs an `If-Match` header with the `ETag` of what was read.',
    message: 'Send the ETag of the transcript in the If-Match header.',
  },
  {
    status: 429,
    code: 'rate_limited',
    meaning: 'A rate limit is exceeded: wait for `retry_in_seconds`, which is also in `Retry-After`.',
    message: 'The limit is 100 bots an hour in one workspace: try again in 1200 seconds.',
  },
  {
    status: 429,
    code: 'workspace_creation_rate_limited',
    meaning: 'A user created more than 20 workspaces in a day.',
    message:
      'The limit is 20 new workspaces a day (UTC) for one user, archived ones included: try again in 3600 seconds.',
  },
  {
    status: 500,
    code: 'internal_error',
    meaning: 'An error on our side. `X-Request-Id` identifies the request in our logs.',
    message: 'An internal error occurred and was logged.',
  },
  {
    status: 502,
    code: 'provider_error',
    meaning: 'A recorder or calendar provider failed.',
    message: 'The recorder returned an invalid response: try again.',
  },
  {
    status: 503,
    code: 'provider_unavailable',
    meaning: 'The service, or a provider that it needs, is temporarily unavailable: try again.',
    message: 'The service is temporarily busy: try again.',
  },
];

/** As an example of the body that carries it. */
export const exampleOfCode = ({ status, code, message, field }: ErrorCode) => ({
  errors: [{ code, message, ...(field !== undefined && { field }) }],
  ...((status === 429 || status === 503) && { retry_in_seconds: 1 }),
});

const MARK = '<!-- codes: printed by npm run docs -- error-codes -->';

/** The guide with the table of every code after its mark, where it ends. */
export const withErrorTable = (guide: string): string =>
  `${guide.slice(0, guide.indexOf(MARK))}${MARK}\n\n${errorTable()}\n`;

const errorTable = (): string =>
  [
    '| Status | Code | When |',
    '| - | - | - |',
    ...ERROR_CODES.filter(({ reserved }) => !reserved).map(
      ({ status, code, meaning }) => `| ${status} | \`${code}\` | ${meaning} |`,
    ),
    '',
    `Reserved, not used yet: ${ERROR_CODES.filter(({ reserved }) => reserved)
      .map(({ code }) => `\`${code}\``)
      .join(', ')}.`,
  ].join('\n');
