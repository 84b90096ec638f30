import { ENV } from '#shared/infrastructure-names';

/** The value of an environment variable. A missing or empty one is a defect of the stack: it throws. */
export function given(name: keyof typeof ENV): string {
  const value = process.env[ENV[name]];
  if (value === undefined || value === '') throw new Error(`The environment variable ${ENV[name]} is not set.`);
  return value;
}

/** The value of an environment variable, or the default when it is missing or empty. */
export const givenOr = (name: keyof typeof ENV, otherwise: string): string => process.env[ENV[name]] || otherwise;
