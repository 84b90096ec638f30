import type { Credential } from '#shared/accounts/identity/rules/credential';
import type { Caller } from '#shared/api/http/endpoint';
import type { UserId } from '#shared/foundation/core/ids';
import { keeps } from '#shared/foundation/versions/chain';
import { BASE_VERSION, releases } from '#shared/foundation/versions/releases';

export const callerAt = (userId: UserId, version: string, credential: Credential | undefined): Caller => ({
  userId,
  credential,
  version,
  keeps: (behaviour) => keeps(version, releases, behaviour),
});

/** Who calls an endpoint that asks for no key, at the version of the header. */
export const unknownCaller = (versionAsked: string | undefined): Caller =>
  callerAt('' as UserId, versionAsked ?? BASE_VERSION, undefined);
