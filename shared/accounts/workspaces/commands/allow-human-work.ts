import { workspaces } from '#shared/accounts/workspaces/store';
import { updating } from '#shared/foundation/commands/command';

/** What people work on in a workspace; undefined leaves it as it is. */
export interface HumanWork {
  readonly humanTranscription?: boolean | undefined;
  readonly humanTranslation?: boolean | undefined;
}

/** Allows or forbids orders of work of people. Orders that were taken go on. 404 for an unknown workspace. */
export const allowHumanWork = updating(
  workspaces,
  (workspace, _now, { humanTranscription, humanTranslation }: HumanWork) => ({
    state: {
      ...workspace,
      ...(humanTranscription !== undefined && { humanTranscription }),
      ...(humanTranslation !== undefined && { humanTranslation }),
    },
  }),
);
