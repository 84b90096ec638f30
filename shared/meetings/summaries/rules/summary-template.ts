import type { TemplateId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { TemplateSection } from '#shared/meetings/summaries/rules/templates';

/** Bounds on what a workspace may write; together far below what one row holds. */
export const MOST_SECTIONS = 20;
export const LONGEST_INSTRUCTIONS = 2_000;

/** What a workspace wants its summaries to consist of. */
export interface SummaryTemplate {
  readonly id: TemplateId;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  /** For the whole of a summary: what to look at first. May be empty. */
  readonly instructions: string;
  /** One to `MOST_SECTIONS`, their keys unique. */
  readonly sections: readonly TemplateSection[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export type NewTemplate = Pick<SummaryTemplate, 'workspaceId' | 'name' | 'instructions' | 'sections'>;

export const createTemplate = (id: TemplateId, now: Instant, template: NewTemplate): SummaryTemplate => ({
  id,
  ...template,
  createdAt: now,
  updatedAt: now,
});

/** What a request writes; undefined leaves a field as it is, sections are replaced as a whole. */
export type TemplatePatch = {
  readonly [Field in 'name' | 'instructions' | 'sections']?: SummaryTemplate[Field] | undefined;
};

export const updateTemplate = (template: SummaryTemplate, { name, instructions, sections }: TemplatePatch) => ({
  ...template,
  ...(name !== undefined && { name }),
  ...(instructions !== undefined && { instructions }),
  ...(sections !== undefined && { sections }),
});
