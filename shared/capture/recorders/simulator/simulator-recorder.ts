import type { Clock, TimeScale } from '#shared/foundation/core/clock';
import type { BotId } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { ByteRange, OpenMedia } from '#shared/foundation/files/rules/open-media';
import { MediaGone, type Recorder, type Transcription } from '#shared/meetings/recorders/ports';
import type { RecordedFile, RecorderObservation } from '#shared/meetings/recorders/rules/observation';
import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';
import { type Transcript, transcriptUpTo } from '#shared/meetings/results/rules/results';
import { type Scenario, scenarioOf, timelineOf } from './call-timeline.ts';
import { linesUpTo } from './live-lines.ts';
import type { MeetingKind, RecordedMedia, RecordedMeeting, RecordedMeetings } from './recorded-meeting.ts';
import { transcriptionFrom } from './script.ts';
import { type SimulatedState, simulatedStateAt } from './simulated-state.ts';
import { type StoredBot, storedBots } from './stored-bot.ts';

interface Needs {
  readonly files: FileStorage;
  readonly clock: Clock;
  readonly timeScale: TimeScale;
  readonly meetings: RecordedMeetings;
}

/** Durations that the simulator chooses; `--time-scale` changes them, and the playing of the meeting with them. */
const LOBBY_MS = 5 * SECOND_MS;
const ADMISSION_TIMEOUT_MS = 60 * SECOND_MS;
const UNTIL_ASKED_MS = 5 * SECOND_MS;
/** Not scaled: what is said in between is found by the next check. */
const LIVE_CHECK_MS = SECOND_MS;

/** What a status check finds: the state, the meeting that the bot plays, and how many of its seconds were recorded. */
interface FoundBot {
  readonly bot: StoredBot;
  readonly simulated: SimulatedState;
  readonly meeting: RecordedMeeting;
  readonly recordedSeconds: number;
}

/**
 * A recorder that sits in no call: it plays a recorded meeting through the whole life of a bot, as the meeting code
 * says (`scenario.ts`). Nothing of it runs between two calls.
 *
 * `durationSeconds` counts seconds of the recording, as its media and its transcript do, whereas `startedAt` and
 * `endedAt` are moments of the clock: at a time scale of 0.1 a meeting of 50 seconds lies between two moments that are
 * five seconds apart. A recording that was left early is as long as it was played; its MP4 files end with a fragment,
 * of about a second.
 */
export function simulatorRecorder({ files, clock, timeScale, meetings }: Needs): Recorder {
  const bots = storedBots(files);

  const look = async (botId: BotId): Promise<FoundBot | undefined> => {
    const bot = await bots.find(botId);
    if (!bot) return undefined;
    const meeting = await meetings(kindOf(bot.scenario));
    const timeline = timelineOf(bot, {
      lobby: timeScale.scaled(LOBBY_MS),
      admissionTimeout: timeScale.scaled(ADMISSION_TIMEOUT_MS),
      untilAsked: timeScale.scaled(UNTIL_ASKED_MS),
      playing: playingMs(bot, meeting, timeScale),
    });
    const simulated = simulatedStateAt(clock.now(), timeline, bot);
    const playedShare = simulated.state === 'ended' ? simulated.playedShare : 0;
    return {
      bot,
      simulated,
      meeting,
      recordedSeconds: Math.round(playedShare * meeting.durationSeconds * 1000) / 1000,
    };
  };

  return {
    async send({ botId, meetingUrl, mode, start }) {
      await bots.saveOrder(botId, { sentAt: clock.now(), scenario: scenarioOf(meetingUrl), mode, start });
      return { outcome: 'accepted', externalId: botId, otherIds: [] };
    },

    find: async ({ botId }) => ((await bots.find(botId)) ? { externalId: botId, otherIds: [] } : undefined),
    leave: ({ botId }) => bots.saveLeave(botId, clock.now()),
    cancel: ({ botId }) => bots.saveCancel(botId, clock.now()),
    // It keeps no recording of its own: every file is cut from the assets when it is opened.
    deleteData: async () => undefined,

    async observe({ botId }) {
      const found = await look(botId);
      return found && observationOf(found);
    },

    async openMedia({ botId }, { name }, range) {
      const found = await look(botId);
      const media = found && mediaOf(found).find((file) => file.name === name);
      if (!media) throw new MediaGone(`The simulator has no file ${name} of ${botId}.`);
      return opened(media, range);
    },

    async transcript({ botId }) {
      const found = await look(botId);
      return found && transcriptOf(found);
    },

    async speakerTimeline({ botId }) {
      const found = await look(botId);
      return found && turnsOf(found);
    },
    async liveLines({ botId }) {
      const found = await look(botId);
      const now = clock.now();
      const lines = found && liveLinesOf(found, timeScale, now);
      return lines && { lines, lookAgainAt: later(now, LIVE_CHECK_MS) };
    },
    verifyHint: () => 'forged',
  };
}

const LONG_CALL_MS = 9 * MINUTE_MS;

/**
 * In `live` the meeting takes its own time whatever the time scale, so that it can be read along; in `long` it takes nine
 * minutes, in which a bot is looked at by several sweeps.
 */
function playingMs({ scenario }: StoredBot, { durationSeconds }: RecordedMeeting, timeScale: TimeScale): number {
  if (scenario === 'long') return LONG_CALL_MS;
  return scenario === 'live' ? durationSeconds * SECOND_MS : timeScale.scaled(durationSeconds * SECOND_MS);
}

/** No speech server hears a word in these, so that what comes of them is the same with one and without. */
const WITHOUT_SPEECH: readonly Scenario[] = ['echo', 'hums', 'lost', 'mute'];

const kindOf = (scenario: Scenario): MeetingKind =>
  WITHOUT_SPEECH.includes(scenario) ? 'silent' : scenario === 'talk' ? 'talk' : 'spoken';

/** For how many seconds someone spoke, as the simulator shows it. Other scenarios have no speaker timeline. */
const SECONDS_SPOKEN: Readonly<Partial<Record<Scenario, number>>> = { mute: 0, hums: 5, lost: 11 };

function turnsOf({ bot: { scenario }, recordedSeconds }: FoundBot): SpeakerTimeline | undefined {
  const seconds = SECONDS_SPOKEN[scenario];
  if (seconds === undefined) return undefined;
  const end = Math.min(seconds, recordedSeconds);
  return end === 0 ? [] : [{ speakerKey: 'ada', speakerName: 'Ada', start: 0, end }];
}

function opened({ bytes }: RecordedMedia, { firstByte, lastByte }: ByteRange): OpenMedia {
  const part = bytes.slice(firstByte, lastByte === null ? undefined : lastByte + 1);
  return { stream: new Blob([part]).stream(), firstByte, totalBytes: bytes.length, etag: null };
}

function observationOf(found: FoundBot): RecorderObservation {
  const { simulated } = found;
  switch (simulated.state) {
    case 'joining':
    case 'recording':
      return simulated;
    case 'failed':
      return { ...simulated, nativeCode: null, lookAgainAt: null };
    case 'ended': {
      const { startedAt, endedAt } = simulated;
      const files = mediaOf(found).map(withoutBytes);
      return { state: 'ended', startedAt, endedAt, durationSeconds: found.recordedSeconds, files, lookAgainAt: null };
    }
  }
}

function mediaOf({ bot, simulated, meeting, recordedSeconds }: FoundBot): RecordedMedia[] {
  if (simulated.state !== 'ended') return [];
  const wanted = meeting.files.filter((file) => bot.mode === 'audio_and_video' || file.kind === 'audio');
  if (simulated.playedShare >= 1) return wanted;
  return wanted.map((file) => {
    const bytes = file.upTo(recordedSeconds);
    return { ...file, bytes, sizeBytes: bytes.length };
  });
}

const withoutBytes = ({ name, kind, contentType, sizeBytes }: RecordedMedia): RecordedFile => ({
  name,
  kind,
  contentType,
  sizeBytes,
});

const NOT_TRANSCRIBED: Transcription = {
  status: 'failed',
  detail: 'The simulator plays a meeting whose transcription fails.',
  isFinal: true,
};

const ECHO_SECONDS = 4;

/** What engines invent for silence: one sentence over and over. */
const ECHO: Transcript = {
  language: 'en',
  speakers: [{ id: 'spk_1', name: 'Ada' }],
  segments: Array.from({ length: 12 }, (_, nth) => ({
    ...{ id: `seg_${nth + 1}`, speakerId: 'spk_1', confidence: null, words: [] },
    ...{ text: 'Thank you for watching.', start: nth * ECHO_SECONDS, end: (nth + 1) * ECHO_SECONDS },
  })),
};

/** In `talk` there is the sound alone, from which a speech server makes the transcript; in `noai` none does. */
function transcriptOf({ bot, simulated, meeting, recordedSeconds }: FoundBot): Transcription | undefined {
  if (simulated.state !== 'ended' || bot.scenario === 'talk') return undefined;
  if (bot.scenario === 'noai') return NOT_TRANSCRIBED;
  if (bot.scenario === 'echo') return { status: 'done', transcript: ECHO };
  const whole = transcriptionFrom(meeting.script);
  if (simulated.playedShare >= 1 || whole.status !== 'done') return whole;
  return { status: 'done', transcript: transcriptUpTo(recordedSeconds, whole.transcript) };
}

/** What was said until now; nothing where the meeting has no transcript of its own. */
function liveLinesOf({ bot, simulated, meeting }: FoundBot, timeScale: TimeScale, now: Instant) {
  if (simulated.state !== 'recording' || bot.scenario === 'talk' || bot.scenario === 'noai') return undefined;
  const whole = transcriptionFrom(meeting.script);
  if (whole.status !== 'done') return undefined;
  const played = (now - simulated.startedAt) / playingMs(bot, meeting, timeScale);
  return linesUpTo(played * meeting.durationSeconds, whole.transcript);
}
