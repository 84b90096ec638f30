import * as v from 'valibot';
import { presentCompany } from '#shared/meetings/companies/present';
import { companyPage } from '#shared/meetings/companies/store';
import { presentPersonRecord } from '#shared/meetings/people/present';
import { personPage } from '#shared/meetings/people/store';
import { namedWorkspace } from '../named-resources.ts';
import { NEXT, PAGING, paged } from '../paging.ts';
import { tool } from '../tool.ts';
import { anId } from './shapes.ts';

const input = { workspace_id: v.optional(anId), q: v.optional(v.pipe(v.string(), v.maxLength(200))), ...PAGING };
const text = v.nullable(v.string());

export const listPeople = tool({
  name: 'list_people',
  title: 'List people',
  description: 'People that a workspace met, last met first; `q` is the beginning of a name or an email.',
  input,
  output: { people: v.array(v.object({ id: v.string(), name: text, email: text, last_met_at: text })), ...NEXT },
  async run(agentRequest, asked) {
    const { id: workspaceId } = await namedWorkspace(agentRequest, asked.workspace_id);
    const { shown, next } = await paged(agentRequest, asked, 'list_people', {
      read: (request) => personPage(agentRequest.context.table, { workspaceId, text: asked.q }, request),
      show: (items) =>
        items.map(presentPersonRecord).map(({ id, name, email, last_met_at }) => ({ id, name, email, last_met_at })),
    });
    const lines = shown.map(
      ({ name, email, last_met_at }) => `- ${name ?? 'Unnamed'} <${email}>, ${lastMet(last_met_at)}`,
    );
    return { content: { people: [...shown], next_cursor: next }, text: lines.join('\n') || 'No people.' };
  },
});

export const listCompanies = tool({
  name: 'list_companies',
  title: 'List companies',
  description: 'Companies that a workspace met, last met first; `q` is the beginning of a name or a domain.',
  input,
  output: { companies: v.array(v.object({ id: v.string(), name: text, domain: text, last_met_at: text })), ...NEXT },
  async run(agentRequest, asked) {
    const { id: workspaceId } = await namedWorkspace(agentRequest, asked.workspace_id);
    const { shown, next } = await paged(agentRequest, asked, 'list_companies', {
      read: (request) => companyPage(agentRequest.context.table, { workspaceId, text: asked.q }, request),
      show: (items) =>
        items.map(presentCompany).map(({ id, name, domain, last_met_at }) => ({ id, name, domain, last_met_at })),
    });
    const lines = shown.map(({ name, domain, last_met_at }) => `- ${name} (${domain}), ${lastMet(last_met_at)}`);
    return { content: { companies: [...shown], next_cursor: next }, text: lines.join('\n') || 'No companies.' };
  },
});

const lastMet = (at: string | null): string => (at === null ? 'not met yet' : `last met ${at}`);
