import { updating } from '#shared/foundation/commands/command';
import { changedPerson, type PersonPatch } from '#shared/meetings/people/rules/person';
import { people } from '#shared/meetings/people/store';

/** Renames a person and merges their metadata. No event follows from it. */
export const updatePerson = updating(people, (person, _now, patch: PersonPatch) => ({
  state: changedPerson(person, patch),
}));
