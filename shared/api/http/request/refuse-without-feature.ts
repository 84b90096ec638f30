import { codeWithout, type Deployment } from '#shared/foundation/core/deployment';
import { forbidden } from '#shared/foundation/core/refusal';
import type { Contract } from '#shared/foundation/http/contract';

/** Refuses an endpoint whose whole feature is turned off here, whatever was sent. */
export function refuseWithoutFeature({ feature }: Contract, { off }: Deployment): void {
  if (feature && off.includes(feature))
    throw forbidden(codeWithout(feature), 'This feature is turned off in this deployment.');
}
