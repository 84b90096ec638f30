import type { SubjectPointer, UserEmail } from '#shared/commands/changes';
import { idOf } from '#shared/core/ids';
import type { Table, Write } from '#shared/core/table';
import { unlessThere } from '#shared/dynamodb/conditions';
import { subjectKey, userEmailKey } from '#shared/dynamodb/keys';
import type { Directory } from '#shared/identity/ports/directory';

export const directory = (table: Table): Directory => ({
  userOfSubject: async (subject) => idOf('usr', (await table.get(subjectKey(subject)))?.['user_id']),
  userOfEmail: async (email) => idOf('usr', (await table.get(userEmailKey(email)))?.['user_id']),
});

export const putSubject = ({ subject, userId }: SubjectPointer): Write => ({
  put: { ...subjectKey(subject), type: 'subject', user_id: userId },
  when: unlessThere,
});

export const putUserEmail = ({ email, userId, onlyIfNew }: UserEmail): Write => ({
  put: { ...userEmailKey(email), type: 'user_email', user_id: userId },
  ...(onlyIfNew && { when: unlessThere }),
});
