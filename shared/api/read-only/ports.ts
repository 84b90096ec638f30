/** Throws the refusal of a write while the deployment is read-only, at once where it is known; else resolves once it was read. */
export type RefuseWhileReadOnly = () => Promise<void> | undefined;
