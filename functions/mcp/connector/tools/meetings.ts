import * as v from 'valibot';
import { meetingPage } from '#shared/meetings/meetings/lists-store';
import { namedMeeting, namedWorkspace } from '../named-resources.ts';
import { NEXT, PAGING, paged } from '../paging.ts';
import { tool } from '../tool.ts';
import { anId, lineOf, MeetingShape, shownMeeting, span, spanOf } from './shapes.ts';

export const listMeetings = tool({
  name: 'list_meetings',
  title: 'List meetings',
  description: 'Meetings of a workspace, latest start first.',
  input: { workspace_id: v.optional(anId), ...span, ...PAGING },
  output: { meetings: v.array(MeetingShape), ...NEXT },
  async run(agentRequest, asked) {
    const { context } = agentRequest;
    const { id } = await namedWorkspace(agentRequest, asked.workspace_id);
    const filter = { workspaceId: id, ...spanOf(asked) };
    const { shown, next } = await paged(agentRequest, asked, 'list_meetings', {
      read: (request) => meetingPage(context.table, filter, context.clock.now(), request),
      show: (items) => items.map(shownMeeting),
    });
    return {
      content: { meetings: [...shown], next_cursor: next },
      text: shown.map(lineOf).join('\n') || 'No meetings.',
    };
  },
});

export const getMeeting = tool({
  name: 'get_meeting',
  title: 'Get a meeting',
  description: 'One meeting: its title, times, platform and participants.',
  input: { meeting_id: anId },
  output: MeetingShape.entries,
  async run(agentRequest, { meeting_id }) {
    const shown = shownMeeting(await namedMeeting(agentRequest, meeting_id));
    const people = shown.participants.map(({ name, email }) => name ?? email ?? 'a guest').join(', ');
    return { content: shown, text: `${lineOf(shown)}\nParticipants: ${people || 'none'}` };
  },
});
