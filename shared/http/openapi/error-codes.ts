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
  /** Set aside for later: nothing answers with it yet. */
  readonly reserved?: true;
  /** Told to a person on a page: no endpoint answers with it. */
  readonly onPage?: true;
}

/** Every code there is, by status: the source of docs/api/errors.md and of the examples in the OpenAPI document. */
export const ERROR_CODES: readonly ErrorCode[] = [
  {
    status: 400,
    code: 'bad_request',
    meaning:
      'What is sent cannot be made sense of: a blank or absent `workspace_id`, an unknown filter, `page` or `per_page`, a cursor that is not ours, an empty body, a body over 1 MB.',
    message: 'The parameter workspace_id is missing.',
    field: 'workspace_id',
  },
  {
    status: 400,
    code: 'invalid_json',
    meaning: 'The body is not JSON, is nested deeper than 32, or is a stringified object such as `[object Object]`.',
    message: "Expected ',' or '}' after property value in JSON at position 17",
  },
  {
    status: 400,
    code: 'invalid_api_version',
    meaning: 'The `Service-Version` header is no ISO date.',
    message: 'The Service-Version header must be a date such as 2026-10-12.',
  },
  {
    status: 400,
    code: 'missing',
    meaning: 'A required field at the top of the body, or a required query parameter, is absent: one error for each.',
    message: 'The parameter starts_at is missing.',
    field: 'starts_at',
  },
  {
    status: 401,
    code: 'missing_api_key',
    meaning: 'There is no `Authorization` header.',
    message: 'Send your API key in the Authorization header.',
  },
  { status: 401, code: 'invalid_api_key', meaning: 'The key matches no account.', message: 'Invalid API key.' },
  {
    status: 401,
    code: 'unauthorized',
    meaning: 'The key may not act in that workspace (archived and unknown ones included), or lacks the role for it.',
    message: 'Unauthorized',
  },
  {
    status: 403,
    code: 'workspace_access_not_allowed',
    meaning: 'Webhook endpoints and events are read by owners and admins alone.',
    message: 'Only owners and admins of the workspace see this.',
  },
  {
    status: 403,
    code: 'workspace_update_not_allowed',
    meaning: 'A workspace is changed by its owners and admins alone.',
    message: 'Only owners and admins change a workspace.',
  },
  {
    status: 403,
    code: 'workspace_archive_not_allowed',
    meaning: 'A workspace is archived by its owners alone.',
    message: 'Only owners archive a workspace.',
  },
  {
    status: 403,
    code: 'workspace_creation_not_allowed',
    meaning: 'This deployment lets nobody create workspaces through the API.',
    message: 'This is turned off in this deployment: ask whoever runs it.',
  },
  {
    status: 403,
    code: 'plan_upgrade_required',
    meaning: 'The whole feature of this endpoint is turned off in this deployment.',
    message: 'This is turned off in this deployment: ask whoever runs it.',
  },
  {
    status: 404,
    code: 'not_found',
    meaning:
      'The id is unknown or belongs to a workspace the key cannot act in, which look the same; or no endpoint has this path, which is answered before the key is looked at.',
    message: 'There is no such meeting.',
  },
  {
    status: 405,
    code: 'method_not_allowed',
    meaning: 'The path takes other methods: `Allow` lists them.',
    message: 'This path takes GET, PATCH.',
  },
  {
    status: 406,
    code: 'not_acceptable',
    meaning: 'The `Accept` header rules JSON out, or the path ends in another format.',
    message: 'Only JSON is served: send Accept: application/json, or leave it out.',
  },
  {
    status: 409,
    code: 'conflict',
    meaning:
      'The state does not allow it, a thing like it is there already, or others changed it at the same moment again and again.',
    message: 'The meeting has an unfinished bot already: bot_01kcw3v9e2f3hb5wnkq8zr6m4t.',
  },
  {
    status: 409,
    code: 'bot_not_editable',
    meaning: 'Past `queued`, only the metadata of a bot can be changed.',
    message: 'The bot is in_call: only its metadata can be changed.',
  },
  {
    status: 409,
    code: 'bot_not_cancellable',
    meaning: 'A bot that has left the call cannot be cancelled.',
    message: 'The bot is completed: it cannot be cancelled.',
  },
  {
    status: 409,
    code: 'meeting_live',
    meaning: 'A recording of the meeting is active: its settings are those it began with.',
    message: 'The meeting is live: its settings no longer change.',
  },
  {
    status: 409,
    code: 'meeting_not_upcoming',
    meaning: 'The meeting is past or cancelled: its settings no longer change.',
    message: 'The meeting is past: its settings no longer change.',
  },
  {
    status: 409,
    code: 'no_calendar_event',
    meaning: 'The choice is for meetings on a calendar, and this one is on none.',
    message: 'The meeting is on no calendar.',
  },
  {
    status: 409,
    code: 'calendar_already_connected',
    meaning:
      'Another member of the workspace has this account connected: the person sees it on the consent page, and the return carries `connect_failed`.',
    message: 'This account is connected for another member of the workspace.',
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
    meaning: 'Set aside.',
    message: 'The owner of a workspace cannot be removed.',
    reserved: true,
  },
  { status: 409, code: 'shared_meeting', meaning: 'Set aside.', message: 'The meeting is shared.', reserved: true },
  {
    status: 422,
    code: 'missing',
    meaning: 'A field is required inside a nested object or an item, or because of the value of another.',
    message: 'member_data.email is missing.',
    field: 'member_data.email',
  },
  { status: 422, code: 'blank', meaning: 'The text is empty.', message: 'name must not be blank.', field: 'name' },
  {
    status: 422,
    code: 'invalid',
    meaning:
      'The value is not allowed here: out of its range, or an id that is unknown or foreign. In settings also a value outside an allowed set, which the message lists.',
    message: "member_id must be the id of one of the workspace's own (mem_…).",
    field: 'member_id',
  },
  {
    status: 422,
    code: 'inclusion',
    meaning: 'The value is none of an allowed set, which the message lists.',
    message: 'status must be one of enabled, disabled.',
    field: 'status',
  },
  {
    status: 422,
    code: 'invalid_type',
    meaning: 'The value is of another JSON type.',
    message: 'recurring must be true or false.',
    field: 'recurring',
  },
  {
    status: 422,
    code: 'invalid_format',
    meaning: 'The text does not read as what it should be: a link, an address, a date, a name, an image.',
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
    meaning: 'The request has no such field, or has it no longer at this version.',
    message: 'colour is not a field of this request.',
    field: 'colour',
  },
  {
    status: 422,
    code: 'unusable_setting',
    meaning:
      'A brand kit outside of a workspace scope, or a template or brand kit that is not within reach of the workspace.',
    message: 'summary.template must be a built-in slug or a template of the workspace.',
    field: 'summary.template',
  },
  {
    status: 422,
    code: 'not_supported',
    meaning: '`inherit` where it is not supported.',
    message: 'summary.language cannot be inherited.',
    field: 'summary.language',
  },
  {
    status: 422,
    code: 'not_available',
    meaning: 'The feature that this value needs is turned off in this deployment.',
    message: 'transcription.language takes no such value in this deployment.',
    field: 'transcription.language',
  },
  {
    status: 422,
    code: 'enforced',
    meaning: 'This deployment forbids changing the setting.',
    message: 'recording.methods.bot.mode is the same for everybody in this deployment.',
    field: 'recording.methods.bot.mode',
  },
  {
    status: 422,
    code: 'unavailable',
    meaning: 'The recorder has no capacity left: try again later.',
    message: 'No bot is free at this moment.',
  },
  {
    status: 422,
    code: 'provider_rejected',
    meaning: 'A recorder or calendar provider refused what was sent.',
    message: 'The provider refused this link.',
    field: 'meeting_url',
  },
  {
    status: 422,
    code: 'shared_account',
    meaning:
      'A shared or resource mailbox is nobody’s calendar: the person sees it on the consent page, and the return carries `connect_failed`.',
    message: 'This account is a shared mailbox.',
    onPage: true,
  },
  {
    status: 422,
    code: 'idempotency_key_reused',
    meaning: 'The `Idempotency-Key` was sent within the last 24 hours with another body.',
    message: 'This Idempotency-Key came with another body before.',
  },
  {
    status: 422,
    code: 'seat_billed_plan',
    meaning: 'Set aside.',
    message: 'The plan is billed by seat.',
    reserved: true,
  },
  {
    status: 429,
    code: 'rate_limited',
    meaning: 'Over a limit: wait for `retry_in_seconds`, which is also in `Retry-After`.',
    message: 'Over 100 bots in an hour: wait 1200 seconds.',
  },
  {
    status: 429,
    code: 'workspace_creation_rate_limited',
    meaning: 'Over 20 workspaces in a day.',
    message: 'Over 20 workspaces in a day: wait 3600 seconds.',
  },
  {
    status: 500,
    code: 'internal_error',
    meaning: 'Something went wrong on our side. `X-Request-Id` names the request in our logs.',
    message: 'Something went wrong on our side; it was noted.',
  },
  {
    status: 502,
    code: 'provider_error',
    meaning: 'A recorder or calendar provider broke.',
    message: 'The provider broke while this ran.',
  },
  {
    status: 503,
    code: 'provider_unavailable',
    meaning: 'The service, or a provider it needs, is out of reach for a moment: try again.',
    message: 'The service is busy for a moment: try again.',
  },
];

/** As an example of the body that carries it. */
export const exampleOfCode = ({ status, code, message, field }: ErrorCode) => ({
  errors: [{ code, message, ...(field !== undefined && { field }) }],
  ...((status === 429 || status === 503) && { retry_in_seconds: 1 }),
});
