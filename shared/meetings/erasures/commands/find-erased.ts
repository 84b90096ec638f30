import { memberIdsByEmail } from '#shared/accounts/members/store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { comparableEmail } from '#shared/foundation/core/people';
import type { PersonHasher } from '#shared/foundation/core/person-hashes';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { type IsErased, type Named, NO_ONE_ERASED } from '#shared/meetings/erasures/rules/erasure';
import { erasureOf, isNameErased, putErasedName } from '#shared/meetings/erasures/store';

type Erasing = Pick<ErasureContext, 'table' | 'personHashes'>;
type InWorkspace = Pick<Workspace, 'id' | 'erasesPeople'>;

/**
 * Which of these people were erased. Costs nothing in a workspace that never erased anyone, else a read for each address,
 * all in one round trip. A name that an erased person comes back with is erased from then on as well.
 */
export async function findErasedPeople(
  context: Erasing,
  workspace: InWorkspace,
  people: readonly Named[],
): Promise<IsErased> {
  if (!workspace.erasesPeople || people.length === 0) return NO_ONE_ERASED;
  const hasher = await context.personHashes(workspace.id);
  const addresses = distinct(people.map(({ email }) => email && comparableEmail(email)));
  const names = distinct(people.map(({ name, email }) => (email === null ? name : null)));
  const [erasures, erasedNames] = await Promise.all([
    Promise.all(addresses.map((email) => erasureOf(context.table, workspace.id, hasher.address(email)))),
    findErasedNames(context, workspace, names),
  ]);
  const found = addresses.filter((_, at) => erasures[at]);
  // A person who was added as a member again is not erased.
  const ofMembers = await memberIdsByEmail(context.table, workspace.id, found);
  const erased = new Set(found.filter((email) => !ofMembers.has(email)));
  const isErased: IsErased = ({ name, email }) =>
    email === null ? name !== null && erasedNames.has(name) : erased.has(comparableEmail(email));
  await keepNames(context, workspace, hasher, people.filter(isErased));
  return isErased;
}

/** Those of these names that an erased person had. */
export async function findErasedNames(
  { table, personHashes }: Erasing,
  workspace: InWorkspace,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!workspace.erasesPeople || names.length === 0) return new Set();
  const hasher = await personHashes(workspace.id);
  const erased = await Promise.all(names.map((name) => isNameErased(table, workspace.id, hasher.name(name))));
  return new Set(names.filter((_, at) => erased[at]));
}

/** Written once, so that a repeated push writes nothing. */
async function keepNames({ table }: Erasing, { id }: InWorkspace, hasher: PersonHasher, erased: readonly Named[]) {
  const hashes = distinct(erased.map(({ name }) => name)).map((name) => hasher.name(name));
  for (const hash of hashes) if (!(await isNameErased(table, id, hash))) await table.write(putErasedName(id, hash));
}

const distinct = (texts: readonly (string | null)[]): readonly string[] => [
  ...new Set(texts.flatMap((one) => one ?? [])),
];
