import { chooseForMeetingContract } from '#shared/api/contracts/meetings';
import { operation } from '#shared/api/operation';
import { found, type Places, permitted } from '#shared/api/places';
import { presentMeeting } from '#shared/api/resources/meetings';
import {
  type ChooseNeeds,
  type chooseForMeeting as chooseCommand,
  readChooser,
} from '#shared/commands/meetings/choose-for-meeting';
import { readNamedTemplate, refuseForeignTemplate } from '#shared/commands/summary-templates/usable-template';
import { notFound } from '#shared/domain/refusal';
import type { SummaryTemplateStore } from '#shared/ports/stores';

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
