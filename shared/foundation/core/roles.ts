/** The role of a user in a workspace, the strongest first: docs/limits-and-rules.md#users-keys-and-roles. */
export const ALL_ROLES = ['owner', 'admin', 'member', 'guest'] as const;
export type Role = (typeof ALL_ROLES)[number];

/** What a caller wants to do in a workspace, by the roles that may. */
const ROLES = {
  read: ['owner', 'admin', 'member', 'guest'],
  participate: ['owner', 'admin', 'member'],
  administer: ['owner', 'admin'],
  own: ['owner'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type AccessLevel = keyof typeof ROLES;

export const mayAct = (role: Role, level: AccessLevel): boolean => (ROLES[level] as readonly Role[]).includes(role);
