import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { notFound } from '#shared/domain/refusal';
import { isSame } from '#shared/domain/same';
import { type SummaryTemplate, type TemplatePatch, templateAfter } from '#shared/domain/summaries/summary-template';
import type { ChangeStore, Loaded } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { Patience } from '#shared/ports/patience';
import type { SummaryTemplateStore } from '#shared/ports/stores';

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
