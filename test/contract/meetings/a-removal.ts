import { meetings as api } from '#functions/api/meetings/index';
import type { ConversationId } from '#shared/foundation/core/ids';
import { HOUR_MS, later } from '#shared/foundation/core/time';
import { aConversationWorld } from '#test/contract/conversations/a-conversation';
import { callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { aBotStory } from '#test/support/bot-story';
import { botWorkers } from '#test/support/bot-workers';
import { endedAfter, recordingSince } from '#test/support/fake-recorder';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { subscribe } from '#test/support/subscriptions';

/** A recorded meeting with its results, and the workers that follow what is removed of it. */
export async function aRecordedMeeting(scenario = 'good') {
  const made = await aConversationWorld();
  const { world, owner, callMeetings } = made;
  await subscribe(world, owner.workspaceId);
  const meeting = await made.aRecording(scenario);
  const { key } = owner;
  const workers = botWorkers(world);
  return {
    ...made,
    meeting,
    botId: String(meeting.recordings[0].id),
    conversationId: meeting.results.transcript.conversation_id as ConversationId,
    send: (method: string, path = '', as = key): Promise<ApiResponse> =>
      callMeetings(method, `/meetings/${meeting.id}${path}`, { key: as }),
    workers,
    /** Runs the jobs until both walks of each are over. */
    async settle(): Promise<void> {
      await workers.runJobs();
      await housekeepingWorker(world).untilQuiet();
      world.clock.advance(HOUR_MS);
      await workers.runJobs();
    },
    /** Keys of the files of a bot or conversation. */
    filesOf: (id: string) => [...world.files.files.keys()].filter((file) => file.includes(`/${id}/`)),
  };
}

/** A bot whose recorder is scripted: in its call, left and not transcribed yet, or done with a recording. */
export async function aBotAt(stage: 'its call' | 'its transcription' | 'its end') {
  const story = await aBotStory();
  const { world, workers } = story;
  const bot = (await story.send()).body;
  await workers.work(bot.id);
  const startedAt = world.clock.now();
  story.says(bot.id, recordingSince(startedAt));
  await workers.work(bot.id);
  if (stage !== 'its call') {
    if (stage === 'its transcription')
      story.transcribes({ status: 'running', lookAgainAt: later(world.clock.now(), HOUR_MS) });
    world.clock.advance(60_000);
    story.says(bot.id, endedAfter(startedAt, 60));
    await workers.work(bot.id);
  }
  const call = callsTo(api(story.context));
  return {
    ...story,
    bot,
    request: (method: string, path = ''): Promise<ApiResponse> =>
      call(method, `/meetings/${bot.meeting_id}${path}`, { key: story.owner.key }),
  };
}
