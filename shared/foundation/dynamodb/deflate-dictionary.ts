/**
 * What the JSON of states and events has in common: names of fields in their order, and usual values. Rows are read
 * with the text they were written with, so this one never changes: a better one is added beside it, and the checksum
 * in a row says which of them it needs (RFC 1950, DICTID).
 */
export const DEFLATE_DICTIONARY = [
  // Values that come and go; the nearer to the end, the fewer bits a reference takes.
  '"unavailable""failed""cancelled""declined""tentative""needs_action""in_call""joining""recording""processing"',
  '"audio_and_video""on_command""zoom""teams""https://teams.microsoft.com/l/meetup-join/https://zoom.us/j/',
  '"bot_error""no_recording""microsoft""google""@gmail.com""@outlook.com","memberId":"mem_01',
  // A calendar event.
  '{"id":"cev_01","workspaceId":"wks_01","meetingId":"mtg_01","memberId":"mem_01","source":"calendar_sync",',
  '"account":null,"icalUid":"@google.com","originalStartsAt":17,"title":"","startsAt":17,"endsAt":17,',
  '"meetingUrl":"https://meet.google.com/","organizer":{"name":"","email":"","memberId":null},"attendees":[',
  '{"name":"","email":"","response":"accepted","memberId":null}],"recurring":false,"connectionId":null,',
  '"sourceId":null,"metadata":{},"cancelledAt":null,"createdAt":17,"updatedAt":17},',
  // A bot.
  '{"botName":"Notetaker","welcomeMessage":null,"unchosen":["botName","welcomeMessage"],"id":"bot_01",',
  '"automatic":true,"memberId":null,"status":"queued","metadata":{},"ownSettingsId":null,"createdAt":17,',
  '"joinAt":17,"startsAt":17,"choices":{"language":"auto","recordingStart":"on_join","recordingMode":"audio_only",',
  '"silenceAlert":true,"summaryLanguage":null,"summaryTemplate":"general"},"participants":[{"email":"","name":""}]}',
  // What a meeting has beside its calendar event.
  '"platform":"meet","invited":[],"calendarEvent":{"carriers":[{"eventId":"cev_01","organizes":true,',
  '"declined":false,"cancelled":false,"since":17}],"botMembers":[],"recordings":[{"botId":"bot_01",',
  '"automatic":true,"status":"completed","dispatched":false,"scheduledAt":17,"startedAt":null,"endedAt":null,',
  '"hasMedia":false,"results":{"transcript":"none","transcriptLanguage":null,"summary":"none","media":"none",',
  '"durationSeconds":null}}],"settings":{"values":{"recording.enabled":true,"sources":{"recording.enabled":',
  '{"assignmentId":"asg_01"},"reason":"default"},"layers":{"own":[],"workspace":[{"assignmentId":"asg_01',
  '","settingsId":"set_01","category":"always","values":{"recording.enabled":true}}],"members":{"mem_01":[]}},',
  '"external":true},"finishedAs":null,"metadata":{},"createdAt":17,"updatedAt":17}',
  // The event of a bot, and what is subscribed to it.
  '{"type":"calendar_connection.connected","bot.recording_started","bot.recording_completed",',
  '"bot.transcript_ready","bot.summary_ready","bot.failed","bot.cancelled","meeting.created","meeting.updated",',
  '"meeting.finished","workspaceId":"wks_01","at":17,"endpoints":[{"id":"whe_01","types":["*"],"enabled":true,',
  '"pin":"2026-10-12"},{"id":"whe_01"}],"version":"2026-10-12","snapshot":{"id":"bot_01","object":"bot",',
  '"meeting_id":"mtg_01","join_at":null,"status":"completed","bot_name":"Notetaker","welcome_message":null,',
  '"language":"auto","recording_start":"on_join","recording_mode":"audio_only","silence_alert":true,',
  '"summary_language":null,"summary_template":"general","participants":[],"metadata":{},"created_at":"20',
  '"ended_at":"20","recording_available_at":"20","recorder_notes":[]}}',
  // The event of a meeting.
  '"snapshot":{"id":"mtg_01","object":"meeting","workspace_id":"wks_01","source":"calendar_sync",',
  '"phase":"upcoming","phase":"past","title":"","starts_at":"20","ends_at":"20","meeting_url":"https://meet.google.com/',
  '","platform":"meet","organizer":{"name":"","email":"","member_id":"mem_01"},"participants":[{"name":"","email":"",',
  '"member_id":null},{"name":""],"calendar_event":{"id":"cev_01","object":"calendar_event","meeting_id":"mtg_01',
  '","workspace_id":"wks_01","member_id":"mem_01","ical_uid":"","recurring":false,"original_starts_at":"20',
  '","attendees":[{"name":"","email":"","member_id":null,"response":"accepted"},{"name":""}],',
  '"source":"calendar_sync","metadata":{},"cancelled_at":null,"created_at":"20","updated_at":"20"},',
  '"settings":{"recording":{"enabled":true,"methods":{"bot":{"start":"on_join","mode":"audio_only",',
  '"silence_detection":{"alert":true}}}},"transcription":{"language":"auto"},"summary":{"template":"general",',
  '"language":"same_as_transcript"},"branding":{"brand_kit_id":"none"},"sources":{"recording.enabled":',
  '{"assignment_id":"asg_01"},"recording.methods.bot.start":{"assignment_id":null,"reason":"default"},',
  '"recording.methods.bot.mode":{"assignment_id":null,"reason":"default"},',
  '"recording.methods.bot.silence_detection.alert":{"assignment_id":null,"reason":"default"},',
  '"transcription.language":{"assignment_id":null,"reason":"default"},"summary.template":{"assignment_id":null,',
  '"reason":"default"},"summary.language":{"assignment_id":null,"reason":"default"},"branding.brand_kit_id":',
  '{"assignment_id":null,"reason":"default"}},"assignments":[{"id":"asg_01","settings_id":"set_01",',
  '"scope":["workspace:wks_01"],"own":false},{"id":"asg_01"}]},"recordings":[{"id":"bot_01","type":"bot",',
  '"status":"completed","started_at":"20","ended_at":"20"}],"results":{"status":"none","transcript":',
  '{"status":"ready","language":"en"},"summary":{"status":"ready"},"media":{"status":"ready","duration_seconds":',
  '}},"metadata":{},"created_at":"20","updated_at":"20:00.000Z"}}',
].join('');
