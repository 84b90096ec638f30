import * as v from 'valibot';
import { AgentSessionBody } from '#shared/accounts/agent-sessions/present';
import { contract } from '#shared/foundation/http/contract';

export const createAgentSessionContract = contract({
  method: 'POST',
  path: '/agent_sessions',
  group: 'agent-sessions',
  summary: 'Exchange a handoff code for a key',
  description:
    'For an agent whose user opened the page for new agent sessions and pasted the code shown there. The code is the credential: no API key is required, and one that is sent is ignored. A code works once, within five minutes. If a code is exchanged twice at the same time, only one request gets the key. Without a `Service-Version` header, `workspace_id` is the integer id that older integrations use.',
  access: 'open',
  body: v.strictObject({ token: v.string() }),
  example: { token: 'rah_7m2k0x9qpwz4t8v1c5n3b6d2f0g9h8j7' },
  responses: {
    200: { description: "The user's personal API key and a workspace to start with.", schema: AgentSessionBody },
  },
  errors: {
    400: ['bad_request', 'missing', 'invalid_json'],
    401: ['unauthorized'],
    422: ['invalid', 'invalid_type', 'unknown_field'],
    429: ['rate_limited'],
    503: ['provider_unavailable'],
  },
});
