import type { Expression } from '#shared/core/table';

/** Holds while the revision is still the one that was read; 0 stands for a state that was never saved. */
export const unlessSavedSince = (revisionRead: number): Expression =>
  revisionRead === 0
    ? { text: 'attribute_not_exists(pk)' }
    : { text: 'revision = :revisionRead', values: { ':revisionRead': revisionRead } };

export const unlessThere: Expression = { text: 'attribute_not_exists(pk)' };
