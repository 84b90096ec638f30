import type { VersionChange } from '#shared/foundation/versions/version-change';

export const agentSessionsNameWorkspaces: VersionChange = {
  summary:
    'The `workspace_id` of `POST /agent_sessions` is a `wks_` id. Earlier versions, and requests without a `Service-Version` header, get the integer.',
  answers: {
    agent_session: ({ legacy, ...session }) => {
      const { workspace_number } = (legacy ?? {}) as { workspace_number?: unknown };
      return { ...session, legacy, workspace_id: workspace_number ?? session['workspace_id'] };
    },
  },
};
