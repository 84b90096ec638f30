import {
  NO_RECORDERS,
  type RecorderRegistry,
  SIMULATOR_ALONE,
} from '#shared/meetings/recorders/registry/rules/registry';

/** The recorders of a stage before an operator has set any: the simulator everywhere but in production. */
export const initialRegistryOf = (stage: string): RecorderRegistry =>
  stage === 'production' ? NO_RECORDERS : SIMULATOR_ALONE;
