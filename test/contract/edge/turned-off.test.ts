import type * as v from 'valibot';
import type { AppDependencies } from '#shared/api/http/ports';
import { codeWithout, EVERYTHING_ON, withMailAsSent } from '#shared/foundation/core/deployment';
import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { hasSummaryServer, modelServers } from '#shared/foundation/model-servers/store';
import { readDeployment } from '#shared/meetings/settings/rules/deployment';
import { SETTING_PATHS } from '#shared/meetings/settings/rules/settings';
import { contracts } from '#shared/wiring/all-contracts';
import { appContext } from '#shared/wiring/app-context';
import { callsTo } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { codesOf, everyGroup } from './a-deployment.ts';
import { twoOffices } from './two-offices.ts';

/** The world with what it does without. */
async function aWorldWithout(changes: Pick<AppDependencies, 'deployment' | 'hasSummaryModel'>) {
  const offices = await twoOffices();
  const context = { ...offices.context, ...appContext({ ...offices.context, ...changes }) };
  return { ...offices, context, call: callsTo(everyGroup(context)) };
}

const A_MODEL = {
  kind: 'openai_compatible',
  baseUrl: 'https://models.example.test',
  model: 'm',
  apiKey: null,
} as const;

const names = (some: readonly Contract[]) => some.map((contract) => [nameOf(contract), contract] as const);
const withFeature = contracts.filter(({ feature }) => feature);
const choosing = contracts.filter(({ choices }) => choices && choices !== 'brand_kit');
const ofSettings = contracts.filter(({ choices }) => choices === 'settings');
const ofKits = contracts.filter(({ choices }) => choices === 'brand_kit');

describe('a feature that is turned off', () => {
  it.each(names(withFeature))('403 whatever is sent: %s', async (_name, contract) => {
    const feature = contract.feature ?? 'workspace_creation';
    const { call, owner, ours } = await aWorldWithout({ deployment: readDeployment(feature, '') });
    const path = contract.path.replace(/\{id[^}]*\}/, ours.tpl);

    for (const body of [undefined, {}, { workspace_id: ours.wks, name: 'Eve' }]) {
      const refused = await call(contract.method, path, { key: owner.key, body });
      expect([refused.status, codesOf(refused)]).toEqual([403, [codeWithout(feature)]]);
    }
    expect((await call(contract.method, path, { key: 'unknown' })).status).toBe(401);
  });

  it('leaves everything else as it is', async () => {
    const { call, owner, ours } = await aWorldWithout({
      deployment: readDeployment('workspace_creation,summary_templates', ''),
    });

    const { status } = await call('GET', `/summary_templates?workspace_id=${ours.wks}`, { key: owner.key });

    expect(status).toBe(200);
  });
});

/** A request that makes one choice, and the id in its path where it has one. */
const chosen = ({ path, choices }: Contract, ours: Readonly<Record<string, string>>, language: string) => {
  const kind = choices === 'bot' ? 'bot' : path.startsWith('/meetings') ? 'mtg' : 'set';
  const id = path.startsWith('/policies') ? ours['mem'] : ours[kind];
  const byId = path.includes('{id');
  const named = byId ? {} : { workspace_id: ours['wks'] };
  const link = choices === 'bot' && !byId ? { meeting_url: 'https://meet.google.com/xyz-good-abc' } : {};
  const choice = choices === 'bot' ? { language } : { transcription: { language } };
  return { path: path.replace(/\{id[^}]*\}/, id ?? ''), body: { ...named, ...link, ...choice } };
};

const fieldOf = ({ choices }: Contract) => (choices === 'bot' ? 'language' : 'transcription.language');

describe('a choice', () => {
  it('is known as one wherever it can be made', () => {
    const fields = (contract: Contract) => fieldsOf(contract.body);
    const settings = contracts.filter((contract) => fields(contract).some((field) => SETTINGS.includes(field)));
    const ofBots = contracts.filter((contract) => fields(contract).includes('recording_mode'));

    expect(settings.map(nameOf)).toEqual(contracts.filter(({ choices }) => choices === 'settings').map(nameOf));
    expect(ofBots.map(nameOf)).toEqual(contracts.filter(({ choices }) => choices === 'bot').map(nameOf));
    const withUse = contracts.filter((contract) => fields(contract).includes('workspace_ids'));
    expect(withUse.map(nameOf)).toEqual(ofKits.map(nameOf));
  });

  it.each(names(choosing))('422 not_available where it needs a feature that is off: %s', async (_name, contract) => {
    const { call, owner, ours } = await aWorldWithout({ deployment: readDeployment('multilingual_transcription', '') });
    const send = (language: string) => {
      const { path, body } = chosen(contract, ours, language);
      return call(contract.method, path, { key: owner.key, body });
    };

    const { status, body } = await send('multi');

    expect([status, body.errors]).toEqual([
      422,
      [{ code: 'not_available', field: fieldOf(contract), message: expect.stringContaining('deployment') }],
    ]);
    expect((await send('de')).status).toBeLessThan(300);
  });

  it.each(names(choosing))('422 not_available where no model writes summaries: %s', async (_name, contract) => {
    const { call, owner, ours, context } = await aWorldWithout({ hasSummaryModel: hasSummaryServer });
    const { path, body } = chosen(contract, ours, 'en');
    const send = (language: string) => {
      const choice = contract.choices === 'bot' ? { summary_language: language } : { summary: { language } };
      return call(contract.method, path, { key: owner.key, body: { ...body, ...choice } });
    };

    const refused = await send('fr');

    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          code: 'not_available',
          field: contract.choices === 'bot' ? 'summary_language' : 'summary.language',
          message: expect.stringContaining('Summaries are written in the language of the transcript.'),
        },
      ],
    ]);
    await modelServers(context.table, context.sealer).summaries.save(A_MODEL);
    expect((await send('fr')).status).toBeLessThan(300);
  });

  it.each(names(ofSettings))('422 not_available where no mail is sent: %s', async (_name, contract) => {
    const { call, owner, ours } = await aWorldWithout({ deployment: withMailAsSent(EVERYTHING_ON, false) });
    const { path, body } = chosen(contract, ours, 'en');
    const send = (email: string) =>
      call(contract.method, path, { key: owner.key, body: { ...body, summary: { email } } });

    const refused = await send('participants');

    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ code: 'not_available', field: 'summary.email', message: expect.stringContaining('deployment') }],
    ]);
    expect((await send('off')).status).toBeLessThan(300);
  });

  it.each(names(choosing))('422 enforced where the deployment does not provide it: %s', async (_name, contract) => {
    const { call, owner, ours } = await aWorldWithout({ deployment: readDeployment('', 'transcription.language') });
    const { path, body: sent } = chosen(contract, ours, 'de');

    const { status, body } = await call(contract.method, path, { key: owner.key, body: sent });

    expect([status, body.errors]).toEqual([
      422,
      [{ code: 'enforced', field: fieldOf(contract), message: expect.stringContaining('deployment') }],
    ]);
  });

  it.each(names(ofKits))(
    '422 enforced where it makes a brand kit the choice of workspaces: %s',
    async (_name, contract) => {
      const { call, owner, ours } = await aWorldWithout({ deployment: readDeployment('', 'branding.brand_kit_id') });
      const path = contract.path.replace('{id}', ours.brk);
      const named = contract.method === 'POST' ? { workspace_id: ours.wks } : {};
      const send = (body: object) => call(contract.method, path, { key: owner.key, body: { ...named, ...body } });

      for (const workspace_ids of [[ours.wks], []]) {
        const refused = await send({ workspace_ids });
        expect([refused.status, refused.body.errors]).toEqual([
          422,
          [{ code: 'enforced', field: 'workspace_ids', message: expect.stringContaining('deployment') }],
        ]);
      }
      expect((await send({ name: 'Acme' })).status).toBeLessThan(300);
    },
  );

  it.each(names(choosing))('is free where nothing is said: %s', async (_name, contract) => {
    const { call, owner, ours } = await twoOffices();
    const { path, body } = chosen(contract, ours, 'multi');

    expect((await call(contract.method, path, { key: owner.key, body })).status).toBeLessThan(300);
  });
});

const SETTINGS: readonly string[] = SETTING_PATHS;

/** Dotted paths of a body, at any depth. */
function fieldsOf(schema: v.GenericSchema | undefined, above = ''): readonly string[] {
  const { entries, wrapped } = (schema ?? {}) as {
    entries?: Record<string, v.GenericSchema>;
    wrapped?: v.GenericSchema;
  };
  if (wrapped) return fieldsOf(wrapped, above);
  return Object.entries(entries ?? {}).flatMap(([name, inner]) => [
    `${above}${name}`,
    ...fieldsOf(inner, `${above}${name}.`),
  ]);
}
