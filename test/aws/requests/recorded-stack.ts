import * as v from 'valibot';
import type { RecordedResource } from '#test/aws/recording/recording';
import type { StageTemplates } from '#test/aws/templates/stage-templates';
import type { RecordedStack } from './needed-access.ts';

const KeySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.string() }));
const Table = v.object({
  KeySchema,
  GlobalSecondaryIndexes: v.array(v.object({ IndexName: v.string(), KeySchema })),
});

/** The recorded stack, with the keys of the table as a template has them. */
export function recordedStack(resources: readonly RecordedResource[], templates: StageTemplates): RecordedStack {
  const partitions = partitionKeysIn(templates);
  return {
    find(name, ...types) {
      const found = resources.find(
        ({ type, physicalId }) => types.includes(type) && (physicalId === name || physicalId.endsWith(`/${name}`)),
      );
      if (!found) throw new Error(`The recorded stack has no ${types[0]} ${name}.`);
      return { stack: found.stack, logicalId: found.logicalId };
    },
    partitionKey(index = '') {
      const key = partitions.get(index);
      if (key === undefined) throw new Error(`The table has no index ${index}.`);
      return key;
    },
  };
}

function partitionKeysIn(templates: StageTemplates): ReadonlyMap<string, string> {
  const tables = Object.values(templates)
    .flatMap(({ Resources }) => Object.values(Resources))
    .filter(({ Type }) => /^AWS::DynamoDB::(?:Global)?Table$/.test(Type));
  const { KeySchema: keys, GlobalSecondaryIndexes } = v.parse(Table, tables[0]?.Properties);
  const partitionOf = (schema: v.InferOutput<typeof KeySchema>) =>
    schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
  return new Map([
    ['', partitionOf(keys)],
    ...GlobalSecondaryIndexes.map((index) => [index.IndexName, partitionOf(index.KeySchema)] as const),
  ]);
}
