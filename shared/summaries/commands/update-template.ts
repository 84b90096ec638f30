import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { Patience } from '#shared/core/patience';
import { notFound } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore } from '#shared/events/ports/changes';
import type { SummaryTemplateStore } from '#shared/events/ports/stores';
import { type SummaryTemplate, type TemplatePatch, templateAfter } from '#shared/summaries/rules/summary-template';

interface Needs {
  readonly templates: SummaryTemplateStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Writes what was sent over the newest of the template. Nothing new writes nothing. */
export const updateTemplate =
  (needs: Needs) =>
  (read: Loaded<SummaryTemplate>, patch: TemplatePatch): Promise<SummaryTemplate> =>
    againAfterLostRace(needs.patience, async (round) => {
      const before = round === 0 ? read : await needs.templates.find(read.state.id);
      if (!before) throw notFound('summary template');
      const wanted = templateAfter(before.state, patch);
      if (isSame(before.state, wanted)) return before.state;
      const at = needs.clock.now();
      const after = { ...wanted, updatedAt: at };
      await needs.changes.save({ at, summaryTemplates: [{ before, after }] });
      return after;
    });
