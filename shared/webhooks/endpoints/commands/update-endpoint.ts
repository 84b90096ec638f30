import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { Patience } from '#shared/core/patience';
import { isSame } from '#shared/core/same';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import type { WebhookEndpointStore, WorkspaceStore } from '#shared/events/ports/stores';
import {
  type EndpointRead,
  readEndpointAgain,
  withNote,
} from '#shared/webhooks/endpoints/commands/endpoint-in-workspace';
import { type EndpointPatch, patched } from '#shared/webhooks/endpoints/rules/patch-endpoint';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

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
