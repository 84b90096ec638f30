import { ENV } from '#shared/infrastructure-names';

/** The value of an environment variable. A missing or empty one is a defect of the stack: it throws. */
export function requiredEnv(name: keyof typeof ENV): string {
  const value = process.env[ENV[name]];
  if (value === undefined || value === '') throw new Error(`The environment variable ${ENV[name]} is not set.`);
  return value;
}

/** The value of an environment variable, or the default when it is missing or empty. */
export const envOr = (name: keyof typeof ENV, fallback: string): string => process.env[ENV[name]] || fallback;
