import * as v from 'valibot';
import { id, instant } from '#shared/dynamodb/row-parts';
import type { User } from '#shared/workspaces/rules/workspace';

/** The stored state of a user. */
export const UserRow: v.GenericSchema<unknown, User> = v.object({
  id: id('usr'),
  email: v.string(),
  createdAt: instant,
  disabledAt: v.exactOptional(instant),
  sessionsEndedAt: v.exactOptional(instant),
});
