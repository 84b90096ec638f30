import { randomBytes } from 'node:crypto';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import type { ConversationId, MeetingId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Write } from '#shared/foundation/core/table';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import { createCompany } from '#shared/meetings/companies/rules/company';
import { companies } from '#shared/meetings/companies/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { meetings } from '#shared/meetings/meetings/store';
import { createPerson, numbersOf } from '#shared/meetings/people/rules/person';
import { people } from '#shared/meetings/people/store';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { builtInTemplate } from '#shared/meetings/summaries/rules/templates';
import { conversations } from '#shared/texts/conversations/store';
import { indexConversation } from '#shared/texts/search/commands/index-conversation';
import { mergeSegments } from '#shared/texts/search/commands/merge-segments';
import { indexInFiles } from '#shared/texts/search/index-in-files';
import type { World } from '#test/support/api';
import type { GeneratedMeeting } from '#test/support/generated-meetings';

const AT_ONCE = 16;

/**
 * Stores meetings as if they had been recorded: their rows, transcripts, summaries, people and companies, and what search
 * has of them. `like` is a recorded meeting of the workspace, whose settings they take, and which is searched too. Returns
 * their ids.
 */
export async function anArchive(
  world: World,
  like: MeetingId,
  generated: readonly GeneratedMeeting[],
): Promise<readonly MeetingId[]> {
  const { context, files } = world;
  const model = (await meetings.find(context.table, like))?.state;
  const text = model?.conversationId && (await conversations.find(context.table, model.conversationId))?.state;
  if (!model || !text) throw new Error('The meeting to copy has no text.');
  const results = resultsInFiles(files);
  const index = indexInFiles(files, (size) => randomBytes(size));
  const stored = await mapConcurrently(generated, AT_ONCE, async (one) => {
    const conversationId = context.ids.make('con');
    const meeting = meetingLike(model, one, {
      id: context.ids.make('mtg'),
      conversationId,
      botId: context.ids.make('bot'),
    });
    const conversation = { ...text, id: conversationId, meetingId: meeting.id, name: one.title };
    for (const row of [meetings.put(undefined, meeting)[0], conversations.put(undefined, conversation)[0]])
      if (row) await context.table.write(row);
    const [{ botId }] = meeting.recordings as [Meeting['recordings'][number]];
    const key = { workspaceId: meeting.workspaceId, botId };
    const transcript = transcriptOf(one);
    await results.saveTranscript(key, transcript);
    await results.saveSummary(key, await summaryOf(one, transcript));
    return { id: meeting.id, conversationId };
  });
  await writePeople(world, model, generated);
  const indexing = { ...context, index, results };
  const texts = [text.id, ...stored.map(({ conversationId }) => conversationId)];
  await mapConcurrently(texts, AT_ONCE, (conversationId) =>
    indexConversation(indexing)({ workspaceId: model.workspaceId, conversationId }),
  );
  while ((await mergeSegments(indexing)(model.workspaceId)) === 'segments');
  return stored.map(({ id }) => id);
}

const endOf = ({ cues }: GeneratedMeeting): number => cues.at(-1)?.endSeconds ?? 0;

type Ids = Pick<Meeting, 'id'> & { readonly conversationId: ConversationId } & Pick<
    Meeting['recordings'][number],
    'botId'
  >;

function meetingLike(model: Meeting, one: GeneratedMeeting, { id, conversationId, botId }: Ids): Meeting {
  const endsAt = later(one.startsAt, endOf(one) * SECOND_MS);
  const [recording] = model.recordings;
  if (!recording) throw new Error('The meeting to copy has no recording.');
  return {
    ...model,
    ...{ id, conversationId, title: one.title, startsAt: one.startsAt, endsAt, platform: one.platform },
    ...{ calendarEvent: null, carriers: [], createdAt: one.startsAt, updatedAt: endsAt },
    invited: one.participants.map(({ name, email }) => ({ name, email, memberId: null })),
    recordings: [{ ...recording, botId, startedAt: one.startsAt, endedAt: endsAt }],
  };
}

/** What was said, as speech recognition leaves it. */
const transcriptOf = ({ cues, participants }: GeneratedMeeting): Transcript => ({
  language: 'en',
  speakers: participants.map(({ name }) => ({ id: name, name })),
  segments: cues.map(({ startSeconds: start, endSeconds: end, speaker, text }, nth) => ({
    ...{ id: `seg_${nth}`, speakerId: speaker, start, end, text, confidence: null, words: [] },
  })),
});

async function summaryOf({ title, participants }: GeneratedMeeting, transcript: Transcript) {
  const template = builtInTemplate('general');
  if (!template) throw new Error('There is no general template.');
  const made = await extractiveSummarizer().start({
    ...{ meetingTitle: title, invited: participants.map(({ name }) => name), transcript, language: null },
    template: { ...template, instructions: '' },
    onProgress: async () => undefined,
  });
  if (made.status !== 'done') throw new Error('A generated meeting has no summary.');
  return made.summary;
}

/** With the numbers to which their meetings come. */
async function writePeople(
  { context, clock }: World,
  { workspaceId }: Meeting,
  generated: readonly GeneratedMeeting[],
) {
  const now = clock.now();
  const met = Map.groupBy(
    generated.flatMap((one) => one.participants.map(({ name, email }) => ({ name, email, at: one.startsAt }))),
    ({ email }) => email,
  );
  const domains = Map.groupBy(met, ([email]) => email.slice(email.indexOf('@') + 1));
  const writes: (readonly Write[])[] = [];
  for (const [domain, members] of domains) {
    const companyId = context.ids.make('com');
    const lastMetAt = Math.max(...members.flatMap(([, all]) => all.map(({ at }) => at))) as Instant;
    const company = {
      ...createCompany(companyId, now, { workspaceId, domain }),
      lastMetAt,
      peopleCount: members.length,
    };
    writes.push(companies.put(undefined, company));
    for (const [email, all] of members) {
      const attendances = all.map(({ at, name }) => ({ at, name, pastFrom: at, attends: true }));
      const person = createPerson(context.ids.make('per'), now, { workspaceId, email, companyId });
      const invitedName = all[0]?.name ?? null;
      writes.push(people.put(undefined, { ...person, invitedName, numbers: numbersOf(attendances, now) }));
    }
  }
  for (const write of writes) await context.table.transact([...write]);
}
