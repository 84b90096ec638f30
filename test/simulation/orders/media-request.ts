import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { addMediaOrder } from '#shared/texts/orders/commands/order-media';
import type { World } from '#test/support/api';

interface Given {
  readonly workspaceId: WorkspaceId;
  readonly url: string;
  readonly random: () => number;
}

/** A request that orders a text of a file: submitted or a draft, with work of people or without. */
export function aMediaRequest({ context: { sealer, uploadStorage } }: World, { workspaceId, url, random }: Given) {
  const drawn = {
    kind: random() < 0.3 ? 'subtitles' : 'transcription',
    service: random() < 0.2 ? 'pro' : 'auto',
    isConfirmed: random() < 0.8,
  } as const;
  return (context: CommandContext) =>
    addMediaOrder({ ...context, sealer, uploadStorage, validateUrl: (accepted) => ({ accepted }) })({
      ...{ workspaceId, url, ...drawn, language: 'en', name: undefined, folderId: null, glossaryIds: [], tags: [] },
      ...{ metadata: {}, speakers: {}, webhook: undefined, styleGuideId: undefined },
    });
}
