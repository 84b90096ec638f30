import { aPopulation } from '#test/benchmarks/api/population';
import { anOffice, type Watching } from '#test/benchmarks/office';
import { expect, it } from '#test/support/jest';

const unwatched: Watching = { table: (client) => client, others: (client) => client };

it('fills the table with rows that are in no partition or list of the measured workspace', async () => {
  const office = await anOffice(unwatched, 1);
  const { dynamo } = office.world;
  const own = dynamo.items();
  const placesOf = (items: ReturnType<typeof dynamo.items>) =>
    new Set(items.flatMap(({ pk, list_pk, order_pk }) => [pk, list_pk, order_pk].flatMap((key) => key?.S ?? [])));

  const grow = aPopulation(office, 100);
  await grow(own.length + 500);
  await grow(own.length + 2_500);

  const added = dynamo.items().filter((item) => !own.includes(item));
  expect(added).toHaveLength(2_500);
  expect([...placesOf(added)].filter((place) => placesOf(own).has(place))).toEqual([]);
});
