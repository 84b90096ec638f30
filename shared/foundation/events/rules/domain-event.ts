/**
 * What each type of event carries: the resource that it is about. Empty here, since each feature adds its own types beside
 * them, by `declare module`: docs/architecture.md#contexts.
 */
export interface EventTypes extends Record<never, never> {}

/**
 * What each type of job carries: its subject, or a `content`, plain JSON with ids and no personal data. Each feature adds
 * its own types, as to `EventTypes`.
 */
export interface JobTypes extends Record<never, never> {}

/** A change that webhook endpoints can subscribe to, with the resource as it was then. */
export type DomainEvent = { [Type in keyof EventTypes]: { readonly type: Type } & EventTypes[Type] }[keyof EventTypes];

/**
 * Background work, written in the transaction of the state that requires it. A job with a subject has it in its key; any
 * other has a `content` and may run in steps (`workOnJob`).
 */
export type Job = { [Type in keyof JobTypes]: { readonly type: Type } & JobTypes[Type] }[keyof JobTypes];
