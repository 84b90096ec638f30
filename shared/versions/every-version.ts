/**
 * Changes on every version, newest last: what the API did against its own documentation, and what it refuses in every
 * version to stay safe. docs/changelog.md lists them first.
 */
export const EVERY_VERSION: readonly string[] = [
  'Links are read in one way by `POST /bots`, `POST /calendar_events` and calendar syncs. Accepted in addition: wrapped links, `http`, links without a scheme on a known host. Refused with 422 `invalid`: pages of a platform that join no call, also in a pushed event. A pushed event shows the normalised link of its call.',
  'Meetings at one call within 15 minutes share one automatic bot; the others have `recording.enabled` false with the reason `recorded_elsewhere`. `POST /bots` answers 409 `conflict` where a meeting that shares the call has an unfinished bot.',
  '`PATCH /bots/{id}` takes `join_at` of a bot that settings sent, which was 409 `bot_not_editable` before.',
  'Since 2026-11-22, a form holds at most 1,000 fields (400 `bad_request`), and `enabled_events` at most 100 entries (422 `too_long`).',
  'Since 2026-11-22, a response lists at most 100 errors; the message of the last says how many more there are. An array that is too long is one error, without those of its items.',
  'Since 2026-11-22, a list that a form writes both as `a[0][b]` and as `a[][b]` is 422 `invalid` on its field; it was 400 `bad_request`.',
  'A summary language that the deployment cannot write is refused with 422 `not_available`; it was accepted and ignored before.',
  '`PATCH /bots/{id}` with the `meeting_url` of another call answers 409 `conflict` where that call has an unfinished bot, as `POST /bots` does, unless `allow_multiple_bots` is sent, which it takes now.',
  'A deployment that enforces `branding.brand_kit_id` refuses `workspace_ids` of brand kits with 422 `enforced`, as it does that setting.',
  'After `rotate_secret`, `X-Webhook-Signature` stays with the old secret for 24 hours, and `X-Webhook-Signature-Next` has the digest of the new one.',
  'Since 2026-11-22, calendar connections have `warnings`: events of the calendar that a sync passed over, by code, with their number. One such event stopped the sync of its calendar before.',
  'Since 2026-11-22, a meeting takes at most 200 calendar events; pushing the same occurrence for a further member is 409 `conflict`.',
  'Since 2026-11-22, an occurrence that a member has in two connected accounts is a calendar event for each account; the two connections took one event from each other before.',
  'A word for a summary template or brand kit that is neither a slug nor an id is 422 `invalid`, as documented; it was `unusable_setting`.',
  'Since 2026-11-22, where more than 50 other meetings are at one call within 15 minutes, a meeting without a bot gets none (`recorded_elsewhere`), and `POST /bots` answers 409 `conflict` unless `allow_multiple_bots` is sent.',
  'Webhook endpoints take `filters`: conditions on the resource, by event type. An event that does not pass has no delivery.',
  'Since 2026-11-22, at most 120 changes a minute in a workspace that many meetings, calendar events or webhook events have to follow: of settings, assignments, policies, `email_domains` and brand kits, disabling or deleting webhook endpoints, removing members and calendar connections. More answer 429 `rate_limited`.',
  'Since 2026-11-22, webhook endpoints take `disable_after_hours` and show `disabled_reason` and `failing_since`. There are operational events, for endpoints that name them: `webhook_endpoint.failing`, `webhook_endpoint.recovered`, `webhook_endpoint.disabled` and `webhook_event.failed`; `*` does not stand for them.',
  'Webhook endpoints take `headers`, which are added to every request. Responses show their names, and `********` in place of the values.',
  'Since 2026-11-22, `GET /webhook_endpoints/{id}/stats` counts the attempts at an endpoint by hour or day.',
  'Since 2026-11-22, at most 1,000 changes of bots and of meetings’ own settings a minute in a workspace; more answer 429 `rate_limited`.',
  'Since 2026-11-22, a webhook event that was attempted 100 times is not sent again: `POST /webhook_events/{id}/redeliver` answers 409 `conflict`.',
  'Webhook endpoints take `max_per_second`: deliveries beyond it wait in the line of their endpoint.',
  'Since 2026-11-23, settings, policies and meetings have `summary.email`: who gets the summary of a meeting by email. It is `off` where nothing sets it; a deployment that sends no mail refuses any other value with 422 `not_available`.',
  'Since 2026-11-23, bots have `recorder_notes`: what is left out of the recording because no recorder offers it, and recorders that were passed over. `POST /bots` answers 422 `not_available` where no recorder can start on command, record audio alone, or join calls of that platform.',
  'Since 2026-11-23, every recorded meeting has a conversation, which `results.transcript.conversation_id` names: `GET /conversations`, `GET` and `PATCH /conversations/{id}`, `GET`, `PUT` and `PATCH /conversations/{id}/transcript`, the first three also under the deprecated `/transcriptions`. The event `conversation.ready` is sent when its text is ready.',
  'Since 2026-11-23, there are folders: `GET` and `POST /folders`, `GET`, `PATCH` and `DELETE /folders/{id}`. `PATCH /conversations/{id}` takes `folder_id`, and `GET /conversations` filters by it.',
  'Since 2026-11-23, there are style guides: `GET` and `POST /style_guides`, `GET`, `PATCH` and `DELETE /style_guides/{id}`.',
];
