import type { UserId } from '#shared/core/ids';
import type { Caller } from '#shared/http/endpoint';
import type { Credential } from '#shared/identity/rules/credential';
import { keeps } from '#shared/versions/chain';
import { BASE_VERSION, releases } from '#shared/versions/releases';

export const callerAt = (userId: UserId, version: string, credential: Credential | undefined): Caller => ({
  userId,
  credential,
  version,
  keeps: (behaviour) => keeps(version, releases, behaviour),
});

/** Who calls an endpoint that asks for no key, at the version of the header. */
export const unknownCaller = (versionAsked: string | undefined): Caller =>
  callerAt('' as UserId, versionAsked ?? BASE_VERSION, undefined);
