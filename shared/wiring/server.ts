import { envOr } from '#shared/platform/environment';
import type { Server } from '#shared/versions/version-change';

/** What older versions show of this deployment. */
export const serverGiven = (): Server => ({ zone: envOr('serverZone', 'Etc/UTC') });
