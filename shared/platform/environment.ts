import { ENV } from '#shared/env-names';

/** What a function was given, read when it is first asked for. A missing name is a defect of the stack: it throws. */
export function given(name: keyof typeof ENV): string {
  const value = process.env[ENV[name]];
  if (value === undefined || value === '') throw new Error(`The environment names no ${ENV[name]}.`);
  return value;
}

export const givenOr = (name: keyof typeof ENV, otherwise: string): string => process.env[ENV[name]] || otherwise;
