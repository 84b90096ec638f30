import { attendeeOrder } from '#shared/capture/recorders/attendee/attendee-order';
import { captionLanguage } from '#shared/capture/recorders/attendee/caption-languages';
import { anOrder, BOT_ID } from '#test/doubles/recorders/an-order';
import { describe, expect, it } from '#test/support/jest';

describe('an order for Attendee', () => {
  it('carries our bot id as deduplication key and as metadata', () => {
    expect(attendeeOrder(anOrder(), null)).toEqual({
      meeting_url: 'https://meet.google.com/abc-defg-hij',
      bot_name: 'Notetaker',
      deduplication_key: BOT_ID,
      metadata: { rapporteur_bot_id: BOT_ID },
      recording_settings: { format: 'mp4', record_participant_speech_start_stop_events: true },
      transcription_settings: {
        meeting_closed_captions: { google_meet_language: 'en-US', merge_consecutive_captions: true },
      },
      automatic_leave_settings: {
        waiting_room_timeout_seconds: 600,
        wait_for_host_to_start_meeting_timeout_seconds: 600,
      },
    });
  });

  it('asks for sound alone, and for the welcome message', () => {
    expect(attendeeOrder(anOrder({ mode: 'audio_only', welcomeMessage: 'Hello\nall' }), null)).toMatchObject({
      recording_settings: { format: 'mp3' },
      bot_chat_message: { to: 'everyone', message: 'Hello\nall' },
    });
  });

  it('leaves out the characters that Attendee refuses, and shortens a long name', () => {
    const names = ['📝 Notes 🎉 by Zoë', '🎉', 'n'.repeat(300)].map(
      (botName) => attendeeOrder(anOrder({ botName, welcomeMessage: '🎉' }), null)['bot_name'],
    );

    expect(names).toEqual(['Notes by Zoë', 'Notetaker', 'n'.repeat(255)]);
    expect(attendeeOrder(anOrder({ welcomeMessage: '🎉' }), null)).not.toHaveProperty('bot_chat_message');
  });

  it('asks for webhooks at an https address only, which is all that Attendee takes', () => {
    const webhooks = ['https://api.test/hooks/recorders/a/t', 'http://127.0.0.1/hooks/recorders/a/t', null].map(
      (hookUrl) => attendeeOrder(anOrder(), hookUrl)['webhooks'],
    );

    expect(webhooks).toEqual([
      [{ url: 'https://api.test/hooks/recorders/a/t', triggers: ['bot.state_change', 'transcript.update'] }],
      undefined,
      undefined,
    ]);
  });

  const teams = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0';
  const zoom = 'https://us02web.zoom.us/j/1234567890';
  it.each([
    ['Teams', teams, 'en-GB', { meeting_closed_captions: { teams_language: 'en-gb' } }],
    ['Zoom', zoom, 'en-GB', { deepgram: { language: 'en-GB' } }],
    ['Meet', 'https://meet.google.com/abc-defg-hij', 'auto', { deepgram: { language: 'multi' } }],
    ['Teams', teams, 'multi', { deepgram: { language: 'multi' } }],
    ['Teams', teams, 'sw', { deepgram: { language: 'sw' } }],
  ])('on %s (%s) in %s is transcribed by %j', (_platform, meetingUrl, language, expected) => {
    expect(attendeeOrder(anOrder({ meetingUrl, language }), null)['transcription_settings']).toEqual(expected);
  });
});

describe('the language of captions', () => {
  it.each([
    ['meet', 'nl-NL', 'nl-NL'],
    ['meet', 'NL', 'nl-NL'],
    ['meet', 'de-AT', 'de-DE'],
    ['meet', 'he', 'iw-IL'],
    ['meet', 'zh-TW', 'cmn-Hant-TW'],
    ['meet', 'zh', 'cmn-Hans-CN'],
    ['teams', 'zh-TW', 'zh-tw'],
    ['teams', 'he', 'he-il'],
    ['teams', 'es', 'es-es'],
    ['meet', 'tlh', undefined],
    ['meet', 'auto', undefined],
    ['zoom', 'en-US', undefined],
    [null, 'en-US', undefined],
  ] as const)('on %s for %s is %s', (platform, language, expected) => {
    expect(captionLanguage(platform, language)).toBe(expected);
  });
});
