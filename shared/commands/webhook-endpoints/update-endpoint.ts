import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import {
  type EndpointRead,
  readEndpointAgain,
  withNote,
} from '#shared/commands/webhook-endpoints/endpoint-in-workspace';
import { isSame } from '#shared/domain/same';
import { type EndpointPatch, patched } from '#shared/domain/webhooks/patch-endpoint';
import type { WebhookEndpoint } from '#shared/domain/webhooks/webhook-endpoint';
import type { ChangeStore, Changes } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { Patience } from '#shared/ports/patience';
import type { WebhookEndpointStore, WorkspaceStore } from '#shared/ports/stores';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Changes the endpoint and its note together, so that the very next event heeds it. Nothing new writes nothing. */
export const updateEndpoint =
  (needs: Needs) =>
  (read: EndpointRead, patch: EndpointPatch): Promise<WebhookEndpoint> =>
    againAfterLostRace(needs.patience, async (round) => {
      const current = round === 0 ? read : await readEndpointAgain(needs, read);
      const before = current.endpoint.state;
      const wanted = patched(before, patch);
      if (isSame(before, wanted)) return before;
      const at = needs.clock.now();
      const after = { ...wanted, updatedAt: at };
      await needs.changes.save({ at, ...withNote(current, after) } satisfies Changes);
      return after;
    });
