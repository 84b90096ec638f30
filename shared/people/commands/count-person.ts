import { command } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import { companyDueAt } from '#shared/companies/commands/join-company';
import { markCompanyDue } from '#shared/companies/store';
import type { PersonId } from '#shared/core/ids';
import { mapConcurrently } from '#shared/core/map-concurrently';
import { type Loaded, LostRace } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { PersonNaming } from '#shared/members/rules/member';
import { memberByEmail } from '#shared/members/store';
import { attendancesOfPerson } from '#shared/people/attendances-store';
import { countedPerson, type Person } from '#shared/people/rules/person';
import { people, personIdsMarked } from '#shared/people/store';

/**
 * Brings a person up to date with the attendances that are recorded, and with the moment. It is saved even where nothing
 * differs: a count that began before those attendances were recorded then loses the race.
 */
export const countPerson = command(async (context, id: PersonId): Promise<void> => {
  const { table, clock } = context;
  const before = await people.find(table, id);
  if (!before) return;
  const { workspaceId, email } = before.state;
  const [attendances, member] = await Promise.all([
    attendancesOfPerson(table, id),
    memberByEmail(table, workspaceId, email),
  ]);
  const at = clock.now();
  const after = countedPerson(before.state, { attendances, memberId: member?.memberId ?? null }, at);
  await save(context, before, after, at);
});

/** One write, or a transaction with the company where the last meeting of the person has changed. */
async function save({ table, changes }: CommandContext, before: Loaded<Person>, after: Person, at: Instant) {
  const writes = people.put(before, after);
  const hasMet = after.numbers.lastMetAt !== before.state.numbers.lastMetAt;
  if (hasMet && after.companyId !== null) {
    const company = markCompanyDue(after.companyId, 0, companyDueAt(at));
    return changes.save({ at, writes: [[...writes, company]] });
  }
  for (const write of writes) if (!(await table.write(write))) throw new LostRace('The person was saved in between.');
}

const AT_ONCE = 5;

/** Updates the `member_id` of the people with the email of a member who was created or removed. */
export const countMembersPerson =
  (context: CommandContext) =>
  async ({ workspaceId, mark }: PersonNaming): Promise<undefined> => {
    const ids = await personIdsMarked(context.table, workspaceId, mark);
    await mapConcurrently(ids, AT_ONCE, countPerson(context));
  };
