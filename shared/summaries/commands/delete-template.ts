import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { Patience } from '#shared/core/patience';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore } from '#shared/events/ports/changes';
import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import type { SummaryTemplate } from '#shared/summaries/rules/summary-template';

interface Needs {
  readonly templates: SummaryTemplateStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/**
 * Takes the template away, and nothing else: whoever names it is not looked for, since a summary falls back to the
 * general template when it is made. Of two at once the later finds none.
 */
export const deleteTemplate =
  (needs: Needs) =>
  (read: Loaded<SummaryTemplate>): Promise<SummaryTemplate> =>
    againAfterLostRace(needs.patience, async (round) => {
      const template = round === 0 ? read : await needs.templates.find(read.state.id);
      if (!template) throw notFound('summary template');
      await needs.changes.save({ at: needs.clock.now(), removedSummaryTemplates: [template] });
      return template.state;
    });
