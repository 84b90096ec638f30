import type { BotId } from '#shared/core/ids';

/** How the recorder is asked about a bot: by our id, and by its own. The simulator's own id is ours. */
export const atRecorder = ({ id }: { readonly id: BotId }) => ({ botId: id, externalId: id });
