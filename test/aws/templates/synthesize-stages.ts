import { aTemplateSet } from '#test/infra/synthesized';
import { type Account, readTemplates, type StageTemplates } from './stage-templates.ts';

/** What `test/infra/synthesized.ts` synthesizes for. */
export const ACCOUNT: Account = { account: '111111111111', region: 'us-east-1' };

/** The stages that are deployed to AWS. */
export const DEPLOYED_STAGES = ['sandbox', 'production'] as const;

export function templatesOf(stage: (typeof DEPLOYED_STAGES)[number]): StageTemplates {
  const { storage, service, api } = aTemplateSet(stage);
  return readTemplates({ storage: storage.toJSON(), service: service.toJSON(), api: api.toJSON() });
}
