import { meetings } from '#functions/api/meetings/index';
import { members } from '#functions/api/members/index';
import { callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { aBotStory, minutes } from '#test/support/bot-story';

/** A workspace with meetings to list: pushed ones, and meetings of bots without a calendar event. */
export async function aMeetingListWorld() {
  const story = await aBotStory();
  const { key, workspaceId } = story.owner;
  const call = callsTo(meetings(story.context));
  const people = callsTo(members(story.context));
  const list = (query = '', as = key): Promise<ApiResponse> =>
    call('GET', `/meetings?workspace_id=${workspaceId}${query}`, { key: as });

  return {
    ...story,
    call,
    list,
    /** The titles on the first page, in their order. */
    titles: async (query = ''): Promise<readonly string[]> =>
      (await list(query)).body.data.map(({ title }: { title: string }) => title),
    /** The id of the meeting of a new event, named by its title: an hour long, so many minutes from noon. */
    async aMeeting(title: string, startsIn: number, event: object = {}): Promise<string> {
      const body = {
        ical_uid: `${title}@acme.test`,
        title,
        starts_at: minutes(startsIn),
        ends_at: minutes(startsIn + 60),
      };
      return (await story.push({ meeting_url: null, ...body, ...event })).body.meeting_id;
    },
    /** The id of a new member. */
    async aMember(name: string): Promise<string> {
      const body = { workspace_id: workspaceId, name, email: `${name.toLowerCase()}@acme.test` };
      return (await people('POST', '/members', { key, body })).body.id;
    },
    label: (id: string, body: object) => call('PATCH', `/meetings/${id}`, { key, body }),
  };
}
export type MeetingListWorld = Awaited<ReturnType<typeof aMeetingListWorld>>;
