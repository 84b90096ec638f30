import { notFound } from '#shared/core/refusal';
import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import {
  type ChooseNeeds,
  type chooseForMeeting as chooseCommand,
  readChooser,
} from '#shared/meetings/commands/choose-for-meeting';
import { chooseForMeetingContract } from '#shared/meetings/contract';
import { presentMeeting } from '#shared/meetings/present';
import { readNamedTemplate, refuseForeignTemplate } from '#shared/summaries/commands/usable-template';

interface Needs extends Pick<ChooseNeeds, 'meetings' | 'bots' | 'kits' | 'settings'> {
  readonly places: Places;
  readonly templates: SummaryTemplateStore;
  readonly choose: ReturnType<typeof chooseCommand>;
}

/** PATCH /meetings/{id}/settings: the fields sent and no other, for this meeting alone. */
export const chooseForMeeting = (needs: Needs) =>
  operation(chooseForMeetingContract, {
    ahead: ({ params, body }) => {
      const meeting = needs.meetings.find(params.id);
      const template = readNamedTemplate(needs.templates, body['summary.template']);
      return { meeting, chooser: readChooser(needs, meeting), template };
    },
    async run({ ahead, caller, body, now }) {
      const { place } = await found(needs.places, caller.userId, ahead.meeting, 'meeting');
      const { workspace } = permitted(place, 'take_part');
      refuseForeignTemplate(await ahead.template, workspace.state.id, 'summary.template');
      const chooser = await ahead.chooser;
      if (!chooser) throw notFound('meeting');
      const meeting = await needs.choose(workspace.state, chooser, body);
      return { status: 200, body: presentMeeting(meeting, { now, withSettings: true }) };
    },
  });
