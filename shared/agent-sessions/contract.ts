import * as v from 'valibot';
import { AgentSessionBody } from '#shared/agent-sessions/present';
import { contract } from '#shared/http/contract';
import { none } from '#shared/http/fields';

export const createAgentSessionContract = contract({
  method: 'POST',
  path: '/agent_sessions',
  group: 'agent-sessions',
  summary: 'Exchange a handoff code for a key',
  description:
    'For an agent whose user has opened the page for new agent sessions and pasted the code it shows. The code is the credential: no key is asked for, and one that is sent is not looked at. It is good for one exchange within five minutes. Of the same code exchanged twice at once, one gets the key. Without a `Service-Version` header `workspace_id` is the integer that older integrations know.',
  open: true,
  params: none,
  query: none,
  body: v.strictObject({ token: v.string() }),
  example: { token: 'rah_7m2k0x9qpwz4t8v1c5n3b6d2f0g9h8j7' },
  answers: { 200: { description: "The user's personal key, and where to begin.", schema: AgentSessionBody } },
  refusals: {
    400: ['bad_request', 'missing', 'invalid_json'],
    401: ['unauthorized'],
    422: ['invalid', 'invalid_type', 'unknown_field'],
    429: ['rate_limited'],
  },
});
