import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunctions } from '#bin/cdk/build-functions';
import { CREDENTIAL_PARTITIONS, OWN_KEYS } from '#lib/table-access';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { deniedKeysOf, ownKeysOf, permissionsOf } from './permissions.ts';
import { aTemplateSet, resourcesOf } from './synthesized.ts';

const { code: templates } = aTemplateSet('production');

/** Functions that may use the table, by their folder under functions/. */
const USERS = resourcesOf(templates, 'AWS::Lambda::Function')
  .map(({ properties }) => String(properties.FunctionName).replace('rapporteur-production-', ''))
  .filter((name) => JSON.stringify(permissionsOf(templates, name)).includes('dynamodb:BatchGetItem'))
  .map(
    (name) => [name.replace(/^(api|pages|hooks|mcp|sockets)-/, '$1/').replace(/^(?!.*\/)/, 'workers/'), name] as const,
  );

describe('functions may touch only their own keys', () => {
  /** What `npm run build` wrote, where npm test has just run it. */
  const built = process.env['BUILT_FUNCTIONS'];
  let out: string;
  beforeAll(async () => {
    out = built ?? (await mkdtemp(join(tmpdir(), 'own-keys-')));
    if (built === undefined) await buildFunctions({ out });
  });
  afterAll(async () => {
    if (built === undefined) await rm(out, { recursive: true, force: true });
  });

  it.each(USERS)('%s is denied the credentials that its code does not use, and no others', async (entry, name) => {
    const code = await readFile(join(out, 'functions', entry, 'index.js'), 'utf8');
    // A key is a template literal that begins with its partition; unused key functions are not in a bundle.
    const unused = Object.keys(CREDENTIAL_PARTITIONS).filter((partition) => !code.includes(`\`${partition}`));

    expect(deniedKeysOf(templates, name, 'dynamodb:BatchGetItem')).toEqual(unused.map((partition) => `${partition}*`));
  });

  it.each(USERS)('%s is denied writes of users and their keys unless its code has users', async (entry, name) => {
    const code = await readFile(join(out, 'functions', entry, 'index.js'), 'utf8');
    const isDenied = !code.includes('type:"user"');

    for (const action of ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'])
      expect(deniedKeysOf(templates, name, action).includes('usr_*')).toBe(isDenied);
  });

  it.each(Object.entries(OWN_KEYS))('%s may read and write its own partitions alone', (entry, { reads, writes }) => {
    const name = entry.replace('/', '-');
    const patterns = (prefixes: readonly string[]) => prefixes.map((prefix) => `${prefix}*`);

    for (const action of ['dynamodb:BatchGetItem', 'dynamodb:Query'])
      expect(ownKeysOf(templates, name, action)).toEqual(patterns(reads));
    for (const action of ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'])
      expect(ownKeysOf(templates, name, action)).toEqual(patterns(writes));
  });
});
