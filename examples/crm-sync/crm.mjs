import { readFile, rename, writeFile } from 'node:fs/promises';

/**
 * A CRM in a JSON file, in place of yours. Contacts are known by their email, notes by their `key`: written again, they
 * replace what is there, so that an event that comes twice changes nothing.
 */
export function fileCrm(path) {
  let writing = Promise.resolve();

  const change = (update) => {
    const next = writing.then(async () => {
      const records = JSON.parse(await readFile(path, 'utf8').catch(() => '{ "contacts": {}, "notes": {} }'));
      update(records);
      await writeFile(`${path}.new`, `${JSON.stringify(records, undefined, 2)}\n`);
      await rename(`${path}.new`, path);
    });
    writing = next.catch(() => undefined);
    return next;
  };

  return {
    upsertContact: ({ email, name }) =>
      change(({ contacts }) => {
        contacts[email] = { name: name ?? contacts[email]?.name ?? null };
      }),
    upsertNote: ({ key, ...note }) =>
      change(({ notes }) => {
        notes[key] = note;
      }),
  };
}
