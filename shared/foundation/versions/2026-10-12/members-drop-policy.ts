import type { VersionChange } from '#shared/foundation/versions/version-change';

export const membersDropPolicy: VersionChange = {
  summary: "Members no longer have `policy`: a member's policy is read with `GET /policies/{member id}`.",
  behaviours: ['member-policy'],
  answers: {
    member: ({ legacy, ...member }) => ({
      ...member,
      legacy,
      policy: (legacy as { policy?: unknown } | undefined)?.policy ?? null,
    }),
  },
};
